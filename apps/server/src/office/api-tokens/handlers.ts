import { apiScopes, isApiScope } from '@quincena/domain/api-tokens/scopes'
import { localTime } from '@quincena/domain/dates'
import { id } from '@quincena/domain/fields'
import { formatLongDate } from '@quincena/domain/format'
import { z } from 'zod'
import { isoOf } from '../../command/clock.ts'
import type { Trx } from '../../db/types.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { endToken } from './commands/end-token.ts'

const ofToken = z.object({ token_id: id })
type OfToken = z.output<typeof ofToken>

async function lockWaiting(trx: Trx, token_id: number) {
  return trx
    .selectFrom('api_token')
    .select('id')
    .where('id', '=', token_id)
    .where('activated_at', 'is', null)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

const textOf = (scope: string) => (isApiScope(scope) ? apiScopes[scope] : scope)

async function describe(trx: Trx, { token_id }: OfToken) {
  const token = await trx
    .selectFrom('api_token')
    .leftJoin('company', 'company.id', 'api_token.company_id')
    .select(['api_token.name', 'scopes', 'expires_at', 'company.name as company'])
    .where('api_token.id', '=', token_id)
    .executeTakeFirstOrThrow()
  const last_day = localTime(token.expires_at).toPlainDate().toString()
  const lines = [
    { label: 'Nombre', value: token.name },
    { label: 'Puede', value: token.scopes.map(textOf).join(' · ') },
    { label: 'Empresa', value: token.company ?? 'Todas' },
    { label: 'Vence', value: formatLongDate(last_day, { withYear: true }) },
  ]
  return { title: 'Activar un token de API', amount: null, person: token.company, lines }
}

/** The activation of a token that changes something, which another admin approves once the lender paid out. */
export const tokenActivation: ApprovalAction<typeof ofToken> = {
  ...{ name: 'api_token.activate', payload: ofToken, requesters: ['U0'], deciders: 'admin' },
  is_single: true,
  subjectOf: ({ token_id }: OfToken) => ['api_token', token_id],
  describe,
  isUnchanged: async (trx, { token_id }: OfToken) => (await lockWaiting(trx, token_id)) !== undefined,
  async execute(deps, trx, { context, payload: { token_id }, approval }) {
    await trx
      .updateTable('api_token')
      .set({ activated_at: isoOf(deps.clock()), approved_by: context.user.id })
      .where('id', '=', token_id)
      .execute()
    await writeAudit(deps, trx, {
      context,
      action: 'api_token.activated',
      subject: ['api_token', token_id],
      after: { requested_by: approval.requested_by, approval_id: approval.id },
    })
    return { token_id }
  },
  onRefused: (deps, trx, { context, payload }) => endToken(deps, trx, { context, id: payload.token_id }),
  onWithdrawn: (deps, trx, { context, payload }) => endToken(deps, trx, { context, id: payload.token_id }),
}
