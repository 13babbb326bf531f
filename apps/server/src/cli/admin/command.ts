import { email } from '@quincena/domain/fields'
import type { CommandLine } from '../../command/context.ts'
import type { Trx } from '../../db/types.ts'
import type { CommandLineDeps } from '../../deps.ts'
import { UsageError } from '../run-cli.ts'

/** Carries a command out and returns what is printed. What it changes is one transaction. */
export type Work = (deps: CommandLineDeps, context: CommandLine) => Promise<string>

/** A command of `npm run admin`. */
export interface AdminCommand {
  /** Its arguments, as the help shows them. */
  args: string
  /** What it does, in one sentence of the help. */
  does: string
  /** Reads the arguments before anything is opened. Throws a `UsageError`. */
  read: (args: readonly string[]) => Work
}

/** What one command changes, and the mail about it, in one transaction. */
export interface Operation {
  deps: CommandLineDeps
  trx: Trx
  context: CommandLine
}

/** Makes the work of a command that changes something. */
export const inTransaction =
  (work: (operation: Operation) => Promise<string>): Work =>
  (deps, context) =>
    deps.db.transaction().execute((trx) => work({ deps, trx, context }))

/** The only argument of a command. Throws a `UsageError` that says what it is. */
export function onlyArgument([value, ...others]: readonly string[], what: string): string {
  if (value === undefined || others.length > 0) throw new UsageError(`It takes ${what}, and nothing else.`)
  return value
}

/** The e-mail address of a command that takes nothing else. */
export function readEmail(args: readonly string[]): string {
  const text = onlyArgument(args, 'one e-mail address')
  const address = email('').safeParse(text)
  if (!address.success) throw new UsageError(`«${text}» is not an e-mail address.`)
  return address.data
}

/** The active user with an address, locked. Throws if there is none. */
export async function findUser(trx: Trx, address: string) {
  const user = await trx
    .selectFrom('app_user')
    .select(['id', 'email', 'user_type', 'first_name', 'last_name'])
    .where('email', '=', address)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user === undefined) throw new Error(`No active user has the e-mail address ${address}.`)
  return { ...user, name: `${user.first_name} ${user.last_name}` }
}
