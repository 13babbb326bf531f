import type { WorkerBalanceRow } from '@quincena/domain/worker-balances/schema'
import { refundStateNames } from '@quincena/domain/worker-balances/words'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

/** Columns of the file of workers' balances. */
export const workerBalanceTable: ExportTable<WorkerBalanceRow> = {
  name: 'Saldos a favor',
  columns: [
    { header: 'Clave', kind: 'text', of: ({ key }) => key ?? '', width: 14 },
    { header: 'Usuario', kind: 'text', of: ({ name }) => name, width: 30 },
    { header: 'Empresa', kind: 'text', of: ({ company }) => company ?? '', width: 30 },
    { header: 'Saldo a favor', kind: 'money', of: ({ balance }) => balance, width: 16 },
    { header: 'Nos debe', kind: 'money', of: ({ receivable }) => receivable, width: 16 },
    { header: 'Devolución', kind: 'money', of: ({ refund }) => refund?.amount ?? null, width: 16 },
    {
      header: 'Estado de la devolución',
      kind: 'text',
      of: ({ refund }) => (refund === null ? '' : refundStateNames[refund.state]),
      width: 24,
    },
  ],
}
