/** Names that every program needs to find its way, and the user's network and locale settings. */
const plainNames: ReadonlySet<string> = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TERM",
  "COLORTERM",
  "NO_COLOR",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "ALL_PROXY",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  "SYSTEMROOT",
  "SYSTEMDRIVE",
  "COMSPEC",
  "PATHEXT",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "PROGRAMFILES",
  "PROGRAMDATA",
  "WINDIR",
  "HOMEDRIVE",
  "HOMEPATH",
]);

/** pi's own variables that say where its files are; all others tell of the parent's session. */
const piNames: ReadonlySet<string> = new Set([
  "PI_CODING_AGENT_DIR",
  "PI_PACKAGE_DIR",
  "PI_TELEMETRY",
]);

/**
 * The environment of a child: a filtered copy. What the child needs to start and to reach its model
 * passes, by name: `modelNames` are the variables that this version of pi documents for providers,
 * `extraNames` those of the settings. Everything else stays behind, the parent's session first.
 *
 * Spec: TK-31.
 */
export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  modelNames: readonly string[],
  extraNames: readonly string[],
): Record<string, string> {
  const models = new Set(modelNames.filter((name) => !name.startsWith("PI_")));
  const extras = new Set(extraNames);
  const passes = (name: string): boolean => {
    const upper = name.toUpperCase();
    if (extras.has(name) || plainNames.has(upper) || piNames.has(upper)) return true;
    return models.has(name) || /^(?:LC|XDG)_/u.test(upper);
  };
  const kept = Object.entries(parent).flatMap(([name, value]) =>
    value !== undefined && passes(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), PI_OFFLINE: "1", GIT_OPTIONAL_LOCKS: "0" };
}
