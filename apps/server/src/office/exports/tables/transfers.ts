import { bankName } from '@quincena/domain/mexico/banks'
import type { TransferOrder } from '@quincena/domain/transfers/schema'
import { purposeNames } from '@quincena/domain/transfers/words'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

const finalNames = {
  LQ: 'Liquidada',
  CN: 'Cancelada',
  D: 'Devuelta',
} satisfies Record<NonNullable<TransferOrder['state']>, string>

const orderStateNames = {
  pending: 'Por enviar',
  unknown: 'Por confirmar',
  sent: 'En tránsito',
  failed: 'Rechazada por STP',
  duplicate: 'Duplicada',
  withdrawn: 'Retirada sin enviar',
} satisfies Record<TransferOrder['order_state'], string>

function statusText({ needs_review, state, order_state }: TransferOrder): string {
  if (needs_review) return 'En revisión'
  if (order_state === 'duplicate' && state === 'LQ') return 'Liquidada, duplicada'
  return state === null ? orderStateNames[order_state] : finalNames[state]
}

/** Columns of the STP orders' file, the list's first. Only the last 4 digits of accounts: a file may be passed on. */
export const transferTable: ExportTable<TransferOrder> = {
  name: 'Ordenes_STP',
  columns: [
    { header: 'Clave de rastreo', kind: 'text', of: ({ tracking_key }) => tracking_key, width: 26 },
    {
      header: 'Cuenta beneficiario',
      kind: 'text',
      of: ({ beneficiary_account }) => `…${beneficiary_account.slice(-4)}`,
      width: 22,
    },
    {
      header: 'Institución destino',
      kind: 'text',
      of: ({ counterpart_institution }) => bankName(String(counterpart_institution)),
      width: 22,
    },
    { header: 'Monto', kind: 'money', of: ({ amount }) => amount, width: 15 },
    { header: 'Fecha de operación', kind: 'day', of: ({ operation_date }) => operation_date, width: 19 },
    { header: 'Estado', kind: 'text', of: statusText, width: 18 },
    { header: 'Para qué', kind: 'text', of: ({ purpose }) => purposeNames[purpose], width: 24 },
    { header: 'Solicitud', kind: 'text', of: ({ loan_folio }) => loan_folio, width: 12 },
    { header: 'Persona', kind: 'text', of: ({ person }) => person, width: 32 },
    { header: 'Beneficiario', kind: 'text', of: ({ beneficiary_name }) => beneficiary_name, width: 32 },
    { header: 'Concepto', kind: 'text', of: ({ payment_concept }) => payment_concept, width: 30 },
    { header: 'Registro en STP', kind: 'text', of: ({ register_order }) => register_order, width: 16 },
    { header: 'Referencia', kind: 'count', of: ({ numeric_reference }) => numeric_reference, width: 12 },
    { header: 'Captura', kind: 'instant', of: ({ ts_capture }) => ts_capture, width: 19 },
    { header: 'Liquidación', kind: 'instant', of: ({ ts_liquidation }) => ts_liquidation, width: 19 },
    { header: 'Devuelta', kind: 'instant', of: ({ returned_at }) => returned_at, width: 19 },
    {
      header: 'Motivo',
      kind: 'text',
      of: (o) => o.return_cause ?? o.error ?? o.review_reason ?? o.held_reason,
      width: 36,
    },
    { header: 'CEP', kind: 'text', of: ({ url_cep }) => url_cep, width: 40 },
  ],
}
