import { Button } from '@mantine/core'
import { businessDay } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import { rightNames } from '@quincena/domain/privacy-requests/rules'
import type { PrivacyRequest } from '@quincena/domain/privacy-requests/schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../../components/message-state.tsx'
import { MoreButton } from '../../../components/phone/more-button.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { LinesSkeleton } from '../../../components/skeletons.tsx'
import { privacyRequestsQuery } from './api.ts'
import classes from './own-requests.module.css'
import { RequestSheet } from './request-sheet.tsx'

const longDay = (day: string) => formatLongDate(day, { withYear: true })

function Request({ folio, right, detail, answer, answer_due, created_at }: PrivacyRequest) {
  return (
    <li className={classes.request}>
      <p className={classes.head}>
        <strong>{rightNames[right]}</strong> <span className={classes.folio}>{folio}</span>
      </p>
      <p className={classes.detail}>{detail}</p>
      {answer === null ? (
        <p className={classes.state}>
          Enviada el {longDay(businessDay(created_at))}. Te respondemos a más tardar el {longDay(answer_due)}.
        </p>
      ) : (
        <p className={classes.answer}>
          <strong>Respuesta:</strong> {answer}
        </p>
      )}
    </li>
  )
}

function Requests() {
  const query = useInfiniteQuery(privacyRequestsQuery)
  const { data, error, refetch } = query
  if (data === undefined) {
    if (error === null) return <LinesSkeleton lines={2} />
    return <ErrorState title="No pudimos traer tus solicitudes" error={error} onRetry={refetch} />
  }
  const requests = data.pages.flatMap(({ results }) => results)
  if (requests.length === 0) return null
  return (
    <>
      <ul className={stack.list} aria-label="Tus solicitudes">
        {requests.map((request) => (
          <Request key={request.id} {...request} />
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  )
}

/** Privacy rights: the worker's requests with their answers, and a button for a new request. */
export function OwnRequests() {
  const [isFormOpen, setIsFormOpen] = useState(false)
  return (
    <Panel title="Tus datos, tus derechos">
      <div className={stack.stack}>
        <p className={stack.lead}>
          Puedes pedir ver, corregir o borrar tus datos, oponerte a su uso o revocar tu consentimiento.
        </p>
        <Requests />
        <Button size="lg" variant="light" fullWidth onClick={() => setIsFormOpen(true)}>
          Ejercer un derecho
        </Button>
      </div>
      <RequestSheet opened={isFormOpen} onClose={() => setIsFormOpen(false)} />
    </Panel>
  )
}
