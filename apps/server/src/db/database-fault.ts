import { SettingsError } from '../config/settings-error.ts'
import { isParameterRefused, isUnavailable } from './unavailable.ts'

/** sysexits.h: a service is unavailable; a later start may succeed. */
const unavailableExitCode = 69

const tooFewRights = 'the database gives this user too few rights'

/** What PostgreSQL refuses for good: a later try ends alike. */
const refusals: Record<string, string> = {
  '28P01': 'the database refuses this user or password; correct them',
  '28000': 'the database refuses this user from this address; correct the user, or the rules of pg_hba.conf',
  '3D000': 'there is no such database on the server; create it, or correct its name',
  '42501': tooFewRights,
}

/** The user that has the rights which the variable's user lacks. */
const remedies: Record<string, string> = {
  DATABASE_URL: 'set DATABASE_OWNER_URL too, as npm run db:roles prints it',
  DATABASE_OWNER_URL: 'set it as npm run db:roles prints it',
  DATABASE_ADMIN_URL: 'name a superuser, or the database’s owner with CREATEROLE and CREATEDB',
}

/** Without a text, as Node leaves it where a name has several addresses, an error's code. */
export function reasonOf(error: Error): string {
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}

/** The fault of the variable behind an error of the database; undefined where it is an error of something else. */
function databaseFault(error: unknown, variable: string): SettingsError | undefined {
  if (!(error instanceof Error)) return undefined
  const refusal = 'code' in error ? refusals[String(error.code)] : undefined
  if (refusal === tooFewRights) return new SettingsError([`${variable}: ${refusal}; ${remedies[variable]}`])
  if (refusal !== undefined) return new SettingsError([`${variable}: ${refusal}`])
  if (isParameterRefused(error))
    return new SettingsError([
      `${variable}: the database refuses the connection (${error.message}); let the pooler ignore that parameter (ignore_startup_parameters)`,
    ])
  if (error.message.includes('client password must be a string'))
    return new SettingsError([`${variable}: the database asks for a password; add it to the address`])
  if (!isUnavailable(error)) return undefined
  const line = `${variable}: no database answers (${reasonOf(error)}); start it or correct the address`
  return new SettingsError([line], unavailableExitCode)
}

/** The result of work with the database at the variable's address; a refusal or a database that does not answer is thrown as `SettingsError`. */
export async function orDatabaseFault<Result>(
  work: Promise<Result>,
  variable = 'DATABASE_URL',
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw databaseFault(error, variable) ?? error
  }
}
