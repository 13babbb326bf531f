import { systemClock } from '../command/clock.ts'
import { conflictFromConstraint } from '../command/constraints.ts'
import { loadAuditKeys } from '../config/audit-keys.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import { readEnv } from '../env.ts'
import { openMailer } from '../integrations/mail/mailer.ts'
import { linkMail } from '../people/auth/commands/mail-link.ts'
import { insertShippedTexts } from '../people/texts/commands/insert-shipped.ts'
import { openNoticeTexts } from '../people/texts/queries/notice-texts.ts'
import { createAdmin } from '../people/users/commands/create-admin.ts'
import { beginAuditKeys } from '../platform/audit/commands/begin-keys.ts'
import { insertFirstBrand } from '../platform/brand/commands/insert-first.ts'
import { openBrand } from '../platform/brand/queries/brand-in-force.ts'
import { mailBrandOf } from '../platform/brand/queries/mail-brand.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

/** `npm run admin:create -- EMAIL [FIRST_NAME] [LAST_NAME]`: invites an admin; mails and prints the link. */
async function run([
  email,
  first_name = 'Administración',
  last_name = 'Quincena',
]: string[]): Promise<number> {
  if (email === undefined) throw new Error('Usage: npm run admin:create -- EMAIL [FIRST_NAME] [LAST_NAME]')
  const env = readEnv()
  const secrets = { audit_keys: loadAuditKeys(env) }
  const { db, urls, close } = await openCommandDatabase()
  try {
    await prepareDatabase(urls, { warn: () => undefined })
    const deps = { db, env, clock: systemClock, secrets }
    await beginAuditKeys(deps)
    const admin = await createAdmin(deps, { email, first_name, last_name })
    process.stdout.write(`${admin.email} is an administrator. Good once, for 7 days:\n${admin.link}\n`)
    await insertShippedTexts(deps)
    await insertFirstBrand({ ...deps, lender: env.lender })
    // Nobody changes the brand while the command runs.
    const events = { subscribe: () => () => undefined, onGap: () => () => undefined }
    const brand = await openBrand({ ...deps, events })
    const texts = await openNoticeTexts({ ...deps, brand })
    const mailer = openMailer(env, () => mailBrandOf(brand))
    const mail = linkMail({ texts }, { person: admin, kind: 'invitation', url: admin.link })
    await mailer.send(mail).finally(mailer.close)
    return 0
  } finally {
    await close()
  }
}

await runCommand(() =>
  run(process.argv.slice(2)).catch((error: unknown) => {
    const conflict = conflictFromConstraint(error)
    throw conflict === undefined ? error : new Error(conflict.detail)
  }),
)
