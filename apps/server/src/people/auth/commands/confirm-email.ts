import { randomInt } from 'node:crypto'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { sign } from '../../../crypto/signature.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Mail } from '../../../integrations/mail/mail.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { wordedMail } from '../../../platform/mail/presenters.ts'
import { changeAccount } from '../../accounts/commands.ts'

const validMinutes = 15
/** Codes that one person receives in an hour: otherwise an open session could fill a mailbox. */
const codesPerHour = 5
/** Wrong tries of one code; a new one is needed then. */
const triesPerCode = 5

const hashOf = ({ secrets }: Pick<Deps, 'secrets'>, of: { user_id: number; email: string; code: string }) =>
  sign(secrets, `email-code:${of.user_id}:${of.email}:${of.code}`)

/** Marks the user's current address as confirmed: somebody read a mail there. */
export async function confirmEmail(deps: Pick<Deps, 'clock'>, trx: Trx, user_id: number): Promise<void> {
  await changeAccount(trx, user_id, { must_confirm_email: false, updated_at: isoOf(deps.clock()) })
}

function lockPerson(trx: Trx, user_id: number) {
  return trx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'must_confirm_email'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

async function hasEnoughCodes(deps: Deps, trx: Trx, user_id: number): Promise<boolean> {
  const { recent } = await trx
    .selectFrom('email_code')
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('user_id', '=', user_id)
    .where('created_at', '>', isoOf(deps.clock().subtract({ hours: 1 })))
    .executeTakeFirstOrThrow()
  return recent >= codesPerHour
}

/**
 * Queues a mail with a code for the caller's address; the job makes the code, so that the queue never stores it. Throws
 * `email_code.too_many` (429) after five codes within an hour.
 */
export async function requestEmailCode(deps: Deps, { user: { id } }: CommandContext): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, id)
    if (await hasEnoughCodes(deps, trx, id))
      throw new AppError('email_code.too_many', 429, { retry_after_s: 3600 })
    await deps.queue.send(trx, 'mail-email-code', { user_id: id })
  })
}

/** Stores a new code for the locked person's address; null if they had enough. */
async function issueCode(deps: Deps, trx: Trx, user_id: number) {
  const { email, first_name } = await lockPerson(trx, user_id)
  // Again, because several requests may have been queued before the first code.
  if (await hasEnoughCodes(deps, trx, user_id)) return null
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const code_hash = hashOf(deps, { user_id, email, code })
  const now = deps.clock()
  const times = { created_at: isoOf(now), expires_at: isoOf(now.add({ minutes: validMinutes })) }
  await trx
    .insertInto('email_code')
    .values({ user_id, email, code_hash, ...times, used_at: null })
    .execute()
  return { email, first_name, code }
}

/** Builds the mail with a code; the code is not in the subject, which a locked screen shows. */
export function codeMail(
  { texts }: Pick<Deps, 'texts'>,
  { email, first_name, code }: { email: string; first_name: string; code: string },
): Mail {
  const words = wordsOf('notice_email_code', { code, minutes: String(validMinutes) })
  return { to: email, greeting: first_name, code, ...wordedMail(texts, words) }
}

/** Mails a new code of six digits, valid for 15 minutes; it replaces earlier ones. Only its keyed hash is stored. */
export async function mailEmailCode(deps: Deps, { user_id }: { user_id: number }): Promise<void> {
  const issued = await deps.db.transaction().execute((trx) => issueCode(deps, trx, user_id))
  if (issued === null) return
  await deps.mailer.send(codeMail(deps, issued))
}

/** The last code mailed to the address, if it is unused and still valid; it may have no tries left. */
async function findCode(deps: Deps, trx: Trx, { user_id, email }: { user_id: number; email: string }) {
  const last = await trx
    .selectFrom('email_code')
    .select(['id', 'code_hash', 'used_at', 'failures', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined || last.used_at !== null) return undefined
  return last.expires_at > isoOf(deps.clock()) ? last : undefined
}

/**
 * Confirms the caller's e-mail address with the code mailed to it; does nothing if it is confirmed already. Throws
 * `code_invalid` (422) at `code`; after five wrong tries the code is void (`email_code.spent`, 422).
 */
export async function confirmEmailWithCode(deps: Deps, context: CommandContext, code: string): Promise<void> {
  const user_id = context.user.id
  const refusal = await deps.db.transaction().execute(async (trx) => {
    const { email, must_confirm_email } = await lockPerson(trx, user_id)
    if (!must_confirm_email) return null
    const last = await findCode(deps, trx, { user_id, email })
    if (last === undefined) return 'code_invalid'
    if (last.failures >= triesPerCode) return 'email_code.spent'
    const change = trx.updateTable('email_code').where('id', '=', last.id)
    if (last.code_hash !== hashOf(deps, { user_id, email, code })) {
      const failures = last.failures + 1
      await change.set({ failures }).execute()
      return failures >= triesPerCode ? 'email_code.spent' : 'code_invalid'
    }
    await change.set({ used_at: isoOf(deps.clock()) }).execute()
    await confirmEmail(deps, trx, user_id)
    await writeAudit(deps, trx, { context, action: 'user.email_confirmed', subject: ['user', user_id] })
    await deps.events.publish(trx, { topic: 'user', id: user_id, user_ids: [user_id], staff: true })
    return null
  })
  // Thrown after the commit, which keeps the count of wrong tries.
  if (refusal !== null) throw new AppError(refusal, 422, { fields: { code: refusal } })
}

/** Deletes codes that expired two days ago. */
export async function purgeEmailCodes(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: 48 }))
  await deps.db.deleteFrom('email_code').where('expires_at', '<', limit).execute()
}
