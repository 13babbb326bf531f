import { Button } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import type { StpMessage } from '@quincena/domain/transfers/detail'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../components/message-state.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { messagePageSize, messagesQuery } from './api.ts'
import { outcomeText } from './history-words.ts'
import classes from './order-history.module.css'

const readAs = { LQ: 'Liquidada', CN: 'Cancelada', D: 'Devuelta' } as const

function Message({ message }: { message: StpMessage }) {
  const { received_at, stated, state, return_cause } = message
  return (
    <li className={classes.event}>
      <time className={classes.when} dateTime={received_at}>
        {formatDateTime(received_at)}
      </time>
      <span className={classes.what}>
        <span>
          «{stated ?? '—'}»{state !== null && stated !== state && ` (${readAs[state]})`}
          {return_cause !== null && `: ${return_cause}`}
        </span>
        <span className={classes.second}>{outcomeText(message)}</span>
      </span>
    </li>
  )
}

/** Lists STP's messages about an order: time, STP's own text, and the result of each. */
export function MessageList({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(messagesQuery(id, page))
  if (data === undefined && error)
    return <ErrorState title="Error al cargar los mensajes." error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={2} />
  if (data.count === 0) return <p className={classes.none}>STP no ha avisado nada de esta orden.</p>
  const pages = Math.ceil(data.count / messagePageSize)
  return (
    <>
      <ol className={classes.events} aria-label="Mensajes de STP">
        {data.results.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {pages > 1 && (
        <div className={classes.pages}>
          <Button size="compact-sm" variant="subtle" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Más nuevos
          </Button>
          <span>
            {page} de {pages}
          </span>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          >
            Más antiguos
          </Button>
        </div>
      )}
    </>
  )
}
