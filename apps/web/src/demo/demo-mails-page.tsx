import { businessDay } from '@quincena/domain/dates'
import { formatDate, formatTime } from '@quincena/domain/format'
import type { DemoMail } from '@quincena/domain/mails/schema'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../components/empty-state.tsx'
import { AnchorLink } from '../components/links.tsx'
import { LoadState } from '../components/load-state.tsx'
import { MailDesign } from '../components/mail-design.tsx'
import { Logo } from '../components/mark.tsx'
import { NotFoundState } from '../components/message-state.tsx'
import { PageButtons } from '../components/page-buttons.tsx'
import { Queries } from '../components/queries.tsx'
import { ApiError } from '../lib/api-error.ts'
import { demoMailsQuery, pageSize } from './api.ts'
import classes from './demo-mails-page.module.css'
import { LinkedText } from './linked-text.tsx'

function Mail({ mail: { id, kind, subject, to, sent_at, text, has_html } }: { mail: DemoMail }) {
  const title = kind === 'message' ? 'Mensaje' : subject
  return (
    <li className={classes.mail}>
      <h2 className={classes.subject}>{title}</h2>
      <p className={classes.facts}>
        Para {to} · {formatDate(businessDay(sent_at))}, {formatTime(sent_at)}
      </p>
      <p className={classes.text}>
        <LinkedText text={text} />
      </p>
      {has_html && <MailDesign title={title} path={`/demo/mails/${id}/html`} />}
    </li>
  )
}

interface MailsProps {
  query: UseQueryResult<{ count: number; results: DemoMail[] }>
  page: number
  onPage: (page: number) => void
}

function MailList({ query, page, onPage }: MailsProps) {
  const { data } = query
  if (data === undefined) return <LoadState query={query} title="No se pudieron leer los correos." />
  if (data.count === 0)
    return (
      <EmptyState
        title="Aún no hay correos"
        text="Pide un enlace para cambiar una contraseña y aparecerá aquí."
      />
    )
  return (
    <>
      <ul className={classes.mails} aria-label="Correos">
        {data.results.map((mail) => (
          <Mail key={mail.id} mail={mail} />
        ))}
      </ul>
      <PageButtons
        label="Páginas de correos"
        page={page}
        pages={Math.ceil(data.count / pageSize)}
        onPage={onPage}
      />
    </>
  )
}

function Content() {
  const [page, setPage] = useState(1)
  const query = useQuery(demoMailsQuery(page))
  const openPage = (next: number) => {
    setPage(next)
    window.scrollTo(0, 0)
  }
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFoundState />
  return (
    <>
      <p className={classes.lead}>
        La demo no envía correos: los guarda en este equipo y aquí los puedes leer, del más nuevo al más
        antiguo.
      </p>
      <MailList query={query} page={page} onPage={openPage} />
    </>
  )
}

/** The mails that a demo on this machine kept instead of sending them. The server has no such page elsewhere. */
export function DemoMailsPage() {
  return (
    <main className={classes.page} tabIndex={-1}>
      <Logo />
      <h1 className={classes.title}>Correos de la demo</h1>
      <Queries>
        <Content />
      </Queries>
      <p className={classes.back}>
        <AnchorLink to="/" underline="always">
          Volver a iniciar sesión
        </AnchorLink>
      </p>
    </main>
  )
}
