import { LINE_STATE_NAMES } from '@quincena/domain/bank-statements/rules'
import type { BankLine } from '@quincena/domain/bank-statements/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { CopyField, Field, FieldGrid } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { lineQuery } from './api.ts'
import classes from './banks.module.css'
import { Explanation } from './explanation.tsx'
import { LinePayments } from './line-payments.tsx'
import { leftOf, lineName, lineTones } from './line-words.ts'

function Facts({ line }: { line: BankLine }) {
  return (
    <FieldGrid>
      <Field label="Fecha">{formatDate(line.day)}</Field>
      <Field label="Monto">{formatMoney(line.amount)}</Field>
      <Field label="Conciliación">
        <StatusBadge tone={lineTones[line.state]} label={LINE_STATE_NAMES[line.state]} />
      </Field>
      <CopyField label="Referencia" value={line.reference} />
      {line.balance !== null && <Field label="Saldo después">{formatMoney(line.balance)}</Field>}
      {line.state === 'partial' && <Field label="Por conciliar">{formatMoney(leftOf(line))}</Field>}
    </FieldGrid>
  )
}

function Content({ id }: { id: number }) {
  const query = useQuery(lineQuery(id))
  const line = query.data
  if (line === undefined) return <LoadState query={query} title="Error al cargar el movimiento." />
  return (
    <div className={classes.dialog}>
      <h3 className={classes.strong}>{lineName(line)}</h3>
      <Facts line={line} />
      <LinePayments line={line} />
      <Explanation line={line} />
      {(line.state === 'open' || line.state === 'partial') && (
        <ButtonLink to="/tesoreria/bancos" search={{ cuenta: line.bank_account, linea: line.id }}>
          Conciliar
        </ButtonLink>
      )}
    </div>
  )
}

/** A line with its payments, or with what it is if it is none. */
export function LineDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <Dialog opened={id !== undefined} title="Movimiento del banco" onClose={onClose} size={640}>
      {id !== undefined && <Content id={id} />}
    </Dialog>
  )
}
