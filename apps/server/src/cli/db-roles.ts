import { parseArgs } from 'node:util'
import { connect } from '../db/connect.ts'
import { orDatabaseFault } from '../db/database-fault.ts'
import {
  newPassword,
  prepareReporting,
  prepareRoles,
  type RoleName,
  reportingRole,
  roleNames,
} from '../db/roles.ts'
import type { Db } from '../db/types.ts'
import { readAdminUrl } from '../env.ts'
import { runCommand } from './run-cli.ts'

/** The address of the same database for one of its users; without a password where that stays what it was. */
function addressFor(admin: string, user: string, password: string | undefined): string {
  const url = new URL(admin)
  url.username = user
  url.password = password ?? ''
  return password === undefined ? `${url.href}  (its password stays)` : url.href
}

/** Makes all users; returns the password of each that has a new one. */
async function prepareUsers(db: Db, replaces: boolean) {
  const passwords = { owner: newPassword(), server: newPassword() }
  const isSet = await prepareRoles(db, { ...passwords, replaces })
  const password = newPassword()
  const isReportingSet = await prepareReporting(db, { password, replaces })
  const newOf = (role: RoleName) => (isSet[role] ? passwords[role] : undefined)
  return { owner: newOf('owner'), server: newOf('server'), reporting: isReportingSet ? password : undefined }
}

/**
 * `npm run db:roles`: makes the owner, the server's user and the user of reports in the database of DATABASE_ADMIN_URL and
 * prints their addresses. The passwords of users that exist stay, unless `--new-passwords` is given.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { 'new-passwords': { type: 'boolean', default: false } } })
  const admin = readAdminUrl()
  const db = connect(admin, { max: 1 })
  const prepared = prepareUsers(db, values['new-passwords'])
  const passwords = await orDatabaseFault(prepared, 'DATABASE_ADMIN_URL').finally(() => db.destroy())
  const lines = [
    `DATABASE_URL=${addressFor(admin, roleNames.server, passwords.server)}`,
    `DATABASE_OWNER_URL=${addressFor(admin, roleNames.owner, passwords.owner)}`,
    // A comment, because these lines are copied into files of settings, and the server has no such setting.
    `# reports: ${addressFor(admin, reportingRole, passwords.reporting)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
})
