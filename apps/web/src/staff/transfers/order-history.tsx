import { formatDateTime } from '@quincena/domain/format'
import type { TransferDetail } from '@quincena/domain/transfers/detail'
import { AnchorLink } from '../../components/links.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { eventWords } from './history-words.ts'
import { MessageList } from './message-list.tsx'
import classes from './order-history.module.css'
import { transferWords } from './transfer-words.ts'

function Events({ events }: Pick<TransferDetail, 'events'>) {
  return (
    <ol className={classes.events} aria-label="Historia de la orden">
      {events.map(({ kind, at, by, note }) => (
        <li key={`${kind} ${at}`} className={classes.event}>
          <time className={classes.when} dateTime={at}>
            {formatDateTime(at)}
          </time>
          <span className={classes.what}>
            <StatusBadge {...eventWords[kind]} />
            {by !== null && <span className={classes.second}>{by}</span>}
            {note !== null && <span className={classes.second}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Attempts({ order }: { order: TransferDetail }) {
  return (
    <ol className={classes.events} aria-label="Intentos de la solicitud">
      {order.attempts.map((attempt) => (
        <li key={attempt.id} className={classes.event}>
          <span className={classes.when}>
            Intento {attempt.attempt}
            {attempt.id === order.id && ' (esta orden)'}
          </span>
          <span className={classes.what}>
            {attempt.id === order.id ? (
              <span className={classes.key}>{attempt.tracking_key}</span>
            ) : (
              <AnchorLink to="/stp" search={{ order: attempt.id }} className={classes.key}>
                {attempt.tracking_key}
              </AnchorLink>
            )}
            <StatusBadge {...transferWords(attempt)} />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Shows the events of an order, the other orders of its loan, and STP's messages. */
export function OrderHistory({ order }: { order: TransferDetail }) {
  return (
    <>
      <Events events={order.events} />
      <h3 className={classes.group}>Intentos de {order.loan_folio ?? order.person}</h3>
      <Attempts order={order} />
      <h3 className={classes.group}>Mensajes de STP</h3>
      <MessageList id={order.id} />
    </>
  )
}
