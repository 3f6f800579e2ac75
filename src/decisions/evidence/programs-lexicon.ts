const words = (list: string): readonly string[] => list.trim().split(/\s+/u);

/**
 * Programs, and the subcommands by which a call of one is told from talk about it. `*` stands for a
 * program whose name is no everyday word: any argument will do.
 *
 * Spec: LP-31.
 */
export const programs: ReadonlyMap<string, ReadonlySet<string> | "*"> = new Map<
  string,
  ReadonlySet<string> | "*"
>([
  ...words(`npx pnpx bunx tsx tsc vitest jest mocha ava eslint biome prettier stylelint playwright
    cypress webpack esbuild rollup vite nyc c8 pytest tox nox ruff mypy pyright pylint flake8 black
    isort bandit python python2 python3 ipython rustc clippy-driver gofmt golangci-lint staticcheck
    gcc g++ clang javac ruby rspec rubocop php phpunit phpstan curl wget httpie grep egrep rg
    ripgrep
    sed awk jq yq ls wc stat tree sha256sum sha1sum md5sum shasum psql mysql sqlite3 redis-cli
    mongosh ssh scp rsync nc dig nslookup openssl systemctl journalctl ps lsof netstat ss ctest
    ninja
    valgrind strace gdb lldb perf hyperfine k6 wrk shellcheck hadolint actionlint yamllint bash sh
    zsh
    pwsh cmp xxd hexdump ffprobe lighthouse`).map((name) => [name, "*"] as const),
  ...Object.entries({
    npm: "test t run ci install i audit ls pack publish view exec outdated start build version",
    pnpm: "test run install audit exec build lint dlx",
    yarn: "test run install audit build lint workspace",
    bun: "test run install build",
    deno: "test run check lint fmt task",
    node: "--test",
    git:
      "log show status diff rev-parse describe tag push pull merge rebase blame bisect " +
      "commit branch fetch stash ls-files ls-remote cat-file grep",
    gh: "pr run issue release workflow api repo",
    glab: "mr ci issue release",
    cargo: "test build check clippy run bench fmt nextest audit doc publish",
    go: "test build vet run mod generate fmt install tool",
    make: "test tests build check lint all install clean ci verify coverage bench docs fmt e2e",
    just: "test build check lint ci",
    pip: "install check list show freeze audit",
    uv: "run pip sync lock test",
    poetry: "run install build check",
    docker: "build run ps logs inspect compose exec images push pull",
    podman: "build run ps logs inspect exec",
    kubectl: "get describe logs apply rollout exec top wait",
    helm: "lint template install upgrade status test list",
    terraform: "plan apply validate fmt show init test",
    ansible: "all",
    aws: "s3 ec2 ecs lambda sts logs cloudformation iam",
    gcloud: "run compute container builds logging",
    az: "webapp vm aks group",
    mvn: "test verify package install clean",
    gradle: "test build check",
    gradlew: "test build check",
    bazel: "test build run query",
    dotnet: "test build run publish format",
    bundle: "exec install audit",
    rake: "test spec build db:migrate",
    rails: "test db:migrate runner",
    composer: "install test validate audit",
    swift: "test build run",
    xcodebuild: "test build",
    flutter: "test build analyze",
    dart: "test analyze run",
    mix: "test compile format credo",
    cmake: "--build",
    zig: "build test",
    stack: "test build",
    cabal: "test build",
    nix: "build flake run",
    pre: "commit",
    find: "",
    cat: "",
    diff: "",
    head: "",
    tail: "",
    test: "",
    sort: "",
    time: "",
    watch: "",
  }).map(([name, list]) => [name, new Set(words(list))] as const),
]);
