import { businessDay } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import { answerDueOn, privacyFolio, rightNames } from '@quincena/domain/privacy-requests/rules'
import type { PrivacyRequestBody } from '@quincena/domain/privacy-requests/schema'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { runCommand } from '../../command/run-command.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { queueMail } from '../../platform/mail/commands.ts'
import { notify, notifyStaff } from '../../platform/notifications/commands/notify.ts'
import { answerMail, receivedMail } from './notices.ts'
import { findPrivacyRequest } from './queries.ts'

/** Most unanswered requests of one user. */
const MAX_OPEN = 5

async function refuseTooMany(trx: Trx, user_id: number) {
  const open = await trx
    .selectFrom('privacy_request')
    .select('id')
    .where('user_id', '=', user_id)
    .where('answered_at', 'is', null)
    .limit(MAX_OPEN)
    .execute()
  if (open.length === MAX_OPEN) throw new AppError('privacy_request.too_many', 409)
}

async function requireRequest(trx: Trx, id: number) {
  const request = await findPrivacyRequest(trx, id)
  if (request === undefined) throw new AppError('privacy_request.not_found', 404)
  return request
}

/**
 * Stores a user's request about their personal data with its folio and the last day to answer it; notifies staff and
 * mails the lender. Throws `privacy_request.too_many` (409) if five are open.
 */
export function requestPrivacy(deps: Deps, context: CommandContext, { right, detail }: PrivacyRequestBody) {
  return runCommand(deps, context, async (trx) => {
    const user_id = context.user.id
    await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forUpdate().execute()
    await refuseTooMany(trx, user_id)
    const created_at = isoOf(deps.clock())
    const answer_due = answerDueOn(businessDay(deps.clock()))
    const { id } = await trx
      .insertInto('privacy_request')
      .values({ user_id, privacy_right: right, detail, created_at, answer_due })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { right, answer_due }
    const subject = ['privacy_request', id] as const
    await writeAudit(deps, trx, { context, action: 'privacy_request.received', subject, after })
    const title = `Solicitud de datos personales ${privacyFolio(id)}`
    const message = `${rightNames[right]}. Se responde a más tardar el ${formatLongDate(answer_due, { withYear: true })}.`
    await notifyStaff(deps, trx, { title, message, reason_key: `privacy:${id}` })
    if (deps.brand.current().lender.email !== '')
      await queueMail(deps, trx, { to: deps.brand.current().lender.email, ...receivedMail(title, message) })
    return requireRequest(trx, id)
  })
}

/**
 * Lets an admin answer a request, once; notifies its sender in the app and by mail. Throws `privacy_request.not_found`
 * (404), `privacy_request.answered` (409).
 */
export function answerPrivacyRequest(
  deps: Deps,
  context: CommandContext,
  { id, answer }: { id: number; answer: string },
) {
  return runCommand(deps, context, async (trx) => {
    const request = await requireRequest(trx, id)
    const { numUpdatedRows } = await trx
      .updateTable('privacy_request')
      .set({ answer, answered_at: isoOf(deps.clock()), answered_by: context.user.id })
      .where('id', '=', id)
      .where('answered_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('privacy_request.answered', 409)
    const subject = ['privacy_request', id] as const
    await writeAudit(deps, trx, { context, action: 'privacy_request.answered', subject, after: { answer } })
    await notify(deps, trx, {
      recipient_id: request.user,
      words: wordsOf('notice_privacy', { folio: request.folio }),
      reason_key: `privacy:${id}:answered`,
    })
    await queueMail(deps, trx, { to: request.user_email, ...answerMail(deps, { ...request, answer }) })
    return requireRequest(trx, id)
  })
}
