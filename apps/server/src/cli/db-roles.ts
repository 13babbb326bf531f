import { parseArgs } from 'node:util'
import { connect } from '../db/connect.ts'
import { orDatabaseFault } from '../db/database-fault.ts'
import { newPassword, prepareRoles, type RoleName, roleNames } from '../db/roles.ts'
import { readAdminUrl } from '../env.ts'
import { runCommand } from './run-cli.ts'

/** The address of the same database for one of its users; without a password where that stays what it was. */
function addressFor(admin: string, role: RoleName, password: string | undefined): string {
  const url = new URL(admin)
  url.username = roleNames[role]
  url.password = password ?? ''
  return url.href
}

/**
 * `npm run db:roles`: makes the owner and the server's user in the database of DATABASE_ADMIN_URL and prints their
 * addresses. The passwords of users that exist stay, unless `--new-passwords` is given.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { 'new-passwords': { type: 'boolean', default: false } } })
  const admin = readAdminUrl()
  const passwords = { owner: newPassword(), server: newPassword() }
  const db = connect(admin, { max: 1 })
  const prepared = prepareRoles(db, { ...passwords, replaces: values['new-passwords'] })
  const isSet = await orDatabaseFault(prepared, 'DATABASE_ADMIN_URL').finally(() => db.destroy())
  function lineOf(variable: string, role: RoleName) {
    const address = addressFor(admin, role, isSet[role] ? passwords[role] : undefined)
    return `${variable}=${address}${isSet[role] ? '' : '  (its password stays)'}\n`
  }
  process.stdout.write(lineOf('DATABASE_URL', 'server'))
  process.stdout.write(lineOf('DATABASE_OWNER_URL', 'owner'))
  return 0
})
