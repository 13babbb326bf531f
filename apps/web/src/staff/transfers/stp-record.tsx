import { formatDate, formatDateTime, formatMoney } from '@quincena/domain/format'
import type { StpRecordAnswer, TransferDetail } from '@quincena/domain/transfers/detail'
import { Notice } from '../../components/notice.tsx'
import classes from './stp-record.module.css'
import { transferWords } from './transfer-words.ts'

interface Line {
  name: string
  ownValue: string
  stpValue: string
}

const none = '—'
const stateNames = { LQ: 'Liquidada', CN: 'Cancelada', D: 'Devuelta' } as const

function linesOf(order: TransferDetail, stp: NonNullable<StpRecordAnswer['stp']>): Line[] {
  const stateText =
    order.state === null ? transferWords({ ...order, needs_review: false }).label : stateNames[order.state]
  return [
    {
      name: 'Estado',
      ownValue: stateText,
      stpValue: stp.state === null ? 'En tránsito' : stateNames[stp.state],
    },
    { name: 'Código en STP', ownValue: order.stp_state ?? none, stpValue: stp.stp_state },
    { name: 'Monto', ownValue: formatMoney(order.amount), stpValue: formatMoney(stp.amount) },
    { name: 'Cuenta', ownValue: order.beneficiary_account, stpValue: stp.beneficiary_account },
    { name: 'Número de orden', ownValue: order.register_order ?? none, stpValue: stp.register_order },
    {
      name: 'Fecha de operación',
      ownValue: formatDate(order.operation_date),
      stpValue: formatDate(stp.operation_date),
    },
    {
      name: 'Liquidación',
      ownValue: order.ts_liquidation === null ? none : formatDateTime(order.ts_liquidation),
      stpValue: stp.ts_liquidation === null ? none : formatDateTime(stp.ts_liquidation),
    },
    { name: 'Causa de devolución', ownValue: order.return_cause ?? none, stpValue: stp.return_cause ?? none },
  ]
}

/** Compares STP's answer to a signed query with our record; rows that differ are marked. */
export function StpRecord({ answer }: { answer: StpRecordAnswer }) {
  const { asked_at, stp, order } = answer
  const answerTime = `STP respondió el ${formatDateTime(asked_at)}`
  if (stp === null) {
    return (
      <div className={classes.record} role="status">
        <Notice tone="info">{answerTime}: no tiene ninguna orden con esta clave de rastreo.</Notice>
      </div>
    )
  }
  return (
    <div className={classes.record}>
      <p className={classes.time} role="status">
        {answerTime}
      </p>
      <table className={classes.table} aria-label="Nuestro registro y el de STP">
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th scope="col">Nosotros</th>
            <th scope="col">STP</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(order, stp).map(({ name, ownValue, stpValue }) => (
            <tr key={name} data-differs={ownValue !== stpValue}>
              <th scope="row">{name}</th>
              <td>{ownValue}</td>
              <td>
                {stpValue}
                {ownValue !== stpValue && <span className={classes.differs}>distinto</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
