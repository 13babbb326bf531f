import { id } from '@quincena/domain/fields'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { BALANCE_KIND_NAMES } from '@quincena/domain/loan-imports/schema'
import { z } from 'zod'
import { isoOf } from '../../command/clock.ts'
import type { Trx } from '../../db/types.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { readSums } from './queries/imports.ts'

const payload = z.object({ loan_import_id: id })
type Payload = z.output<typeof payload>

const number = new Intl.NumberFormat('es-MX')

function lockImport(trx: Trx, loan_import_id: number) {
  return trx
    .selectFrom('loan_import')
    .selectAll()
    .where('id', '=', loan_import_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Importing live loans of a former system: it makes debts, so another admin decides. */
export const executeImport: ApprovalAction<typeof payload> = {
  ...{ name: 'loan_import.execute', payload, deciders: 'admin', is_single: true, requesters: ['U0'] },
  subjectOf: ({ loan_import_id }: Payload) => ['loan_import', loan_import_id],
  async describe(trx, { loan_import_id }: Payload) {
    const row = await lockImport(trx, loan_import_id)
    const sums = await readSums(trx, loan_import_id)
    const above = `${number.format(sums.above_limit)} de más de ${formatMoney(row.difference_limit_cents)}`
    return {
      ...{ title: 'Importar préstamos de otro sistema', person: null },
      amount: sums.calculated > 0 ? sums.calculated : null,
      lines: [
        { label: 'Archivo', value: row.file_name },
        { label: 'Préstamos nuevos', value: number.format(row.created_count) },
        { label: 'Ya importados, sin cambios', value: number.format(row.unchanged_count) },
        { label: 'Pagos del historial', value: number.format(sums.payments_total) },
        { label: 'Saldos al', value: formatDate(row.cut_off_day) },
        { label: 'Qué saldo es', value: BALANCE_KIND_NAMES[row.balance_kind] },
        { label: 'Saldo que reporta el sistema anterior', value: formatMoney(sums.claimed) },
        { label: 'Saldo según sus pagos, el que quedará', value: formatMoney(sums.calculated) },
        { label: 'Diferencia', value: formatMoney(sums.difference) },
        { label: 'Diferencias que aceptas como ajuste', value: above },
      ],
    }
  },
  async isUnchanged(trx, { loan_import_id }: Payload) {
    return (await lockImport(trx, loan_import_id)).state === 'waiting'
  },
  async execute(deps, trx, { context, payload: { loan_import_id } }) {
    const changes = { state: 'approved' as const, approved_by: context.user.id }
    await trx.updateTable('loan_import').set(changes).where('id', '=', loan_import_id).execute()
    await deps.queue.send(trx, 'import-loans', { loan_import_id })
    const subject = ['loan_import', loan_import_id] as const
    await writeAudit(deps, trx, { context, action: 'loan_import.started', subject })
    return { loan_import_id }
  },
  async onRefused(deps, trx, { context, payload: { loan_import_id }, reason }) {
    const changes = { state: 'refused' as const, finished_at: isoOf(deps.clock()) }
    await trx
      .updateTable('loan_import')
      .set(changes)
      .where('id', '=', loan_import_id)
      .where('state', '=', 'waiting')
      .execute()
    const subject = ['loan_import', loan_import_id] as const
    await writeAudit(deps, trx, { context, action: 'loan_import.refused', subject, after: { reason } })
  },
}
