/** Extensions by which a name is known to be a file's, lower case, without the dot. */
export const fileExtensions: ReadonlySet<string> = new Set(
  `astro bash bat bin bmp c cc cfg cjs class clj cmake conf cpp cs csproj css csv cts cxx dart db diff
  dll doc docx ejs elm env erb erl ex exe exs f90 feature fish fs gif go gql gradle graphql groovy
  gz h
  haml hbs hcl hh hpp hs htm html ico ics ini ipynb jar java jl jpeg jpg js json json5 jsonc jsonl
  jsx
  kt kts less liquid lock log lua m4 mak map md mdx mjs mk ml mli mm mp3 mp4 mts ndjson nim nix odt
  org
  out parquet patch pdf php pl plist pm png po proto ps1 psd1 psm1 py pyi pyx r rake rb rmd rs rst
  sarif
  sass scala scm scss sh snap so sol sql sqlite svelte svg swift tap tar tex tf tfvars tgz tmpl
  toml ts
  tsv tsx ttf txt vb vim vue wasm wat webp woff woff2 xls xlsx xml xsd xsl yaml yml zig zip zsh`
    .trim()
    .split(/\s+/u),
);

/** Names of files without an extension of their own, lower case. */
export const plainFileNames: ReadonlySet<string> = new Set(
  `makefile dockerfile containerfile jenkinsfile gemfile rakefile procfile vagrantfile brewfile justfile
  codeowners license readme changelog contributing .env .gitignore .gitattributes .npmrc
  .editorconfig
  .dockerignore .eslintrc .prettierrc .babelrc .nvmrc`
    .trim()
    .split(/\s+/u),
);

/** Products that are spelled like a file. */
const productNames: ReadonlySet<string> = new Set(
  "node.js next.js vue.js nuxt.js express.js three.js d3.js react.js ember.js backbone.js chart.js"
    .concat(" nest.js angular.js alpine.js p5.js moment.js discord.js")
    .split(" "),
);

/**
 * Whether a bare token names a file: a dot and a known extension, or a name that is one.
 *
 * ```text
 * src/a.ts  README.md  .env.local  yes      v1.2.3  e.g  example.com  no
 * ```
 *
 * Spec: LP-26, LP-31.
 */
export function namesFile(token: string): boolean {
  const name = token.slice(Math.max(token.lastIndexOf("/"), token.lastIndexOf("\\")) + 1);
  const lower = name.toLowerCase();
  if (productNames.has(token.toLowerCase())) return false;
  if (/^\.env(?:\.[\w-]+)?$/u.test(lower)) return true;
  if (lower.startsWith(".") && plainFileNames.has(lower)) return true;
  const dot = lower.lastIndexOf(".");
  if (dot < 1 || dot === lower.length - 1) return false;
  return (
    fileExtensions.has(lower.slice(dot + 1)) && /[\p{L}\p{N}_*\])}]/u.test(lower[dot - 1] ?? "")
  );
}
