import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import { useState } from 'react'
import { ExportMenu } from '../../components/export-menu.tsx'
import { SelectionBar } from '../../components/selection-bar.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import type { Decision } from '../loan/api.ts'
import { DecideSelectedDialog } from './decide-selected-dialog.tsx'
import { useSelection } from './selection.ts'

const exportWords = {
  button: 'Exportar seleccionadas',
  explanation: 'Solo las seleccionadas, de todas las páginas',
  command: 'Exportar las seleccionadas',
}

/** The selected loans of a list: their number and sum, and what can be done with them at once. */
export function LoanSelection({ type, ordering }: { type: LoanType; ordering: string | undefined }) {
  const { loans, clear } = useSelection(type)
  const [status, setStatus] = useState<Decision['status'] | null>(null)
  const ids = [...loans.keys()]
  const sum = [...loans.values()].reduce((total, { amount }) => total + amount, 0)
  const text = `${pluralize(loans.size, 'seleccionada', 'seleccionadas')} · ${formatMoney(sum)}`
  const filters = { type, id__in: ids.join(','), ordering: ordering ?? '-created_at' }
  return (
    <>
      <SelectionBar text={text} onClear={clear}>
        <ExportMenu path="/loan/export" filters={filters} count={loans.size} words={exportWords} />
        <Button variant="default" onClick={() => setStatus('REJ')}>
          Rechazar
        </Button>
        <Button onClick={() => setStatus('APP')}>Aprobar</Button>
      </SelectionBar>
      {status !== null && (
        <DecideSelectedDialog type={type} ids={ids} status={status} onClose={() => setStatus(null)} />
      )}
    </>
  )
}
