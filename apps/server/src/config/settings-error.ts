/** EX_CONFIG of sysexits.h: the configuration is wrong, so a supervisor need not retry. */
const configurationExitCode = 78

/**
 * The settings prevent the start of the server or a command. Each fault is one line, "VARIABLE: what is wrong; what to
 * do", without the value of any secret.
 */
export class SettingsError extends Error {
  readonly faults: readonly string[]
  readonly exit_code: number

  constructor(faults: readonly string[], exit_code = configurationExitCode) {
    super(faults.join('\n'))
    this.faults = faults
    this.exit_code = exit_code
  }
}
