import { Button } from '@mantine/core'
import type { MailSample } from '@quincena/domain/mails/schema'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { AdminOnly } from '../../components/admin-only.tsx'
import { MailDesign } from '../../components/mail-design.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { mailSamplesQuery, sendSample } from './api.ts'
import classes from './mail-samples-page.module.css'

function Sample({ sample: { kind, occasion, subject, text, message } }: { sample: MailSample }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendSample(kind),
    onSuccess: ({ to }) => toast.success(`Lo enviamos a ${to}.`),
    onError: toast.error,
  })
  return (
    <li className={classes.sample}>
      <header className={classes.head}>
        <div>
          <p className={classes.occasion}>{occasion}</p>
          <h2 className={classes.subject}>{subject}</h2>
        </div>
        <Button
          variant="default"
          leftSection={smallIcon(IconSend)}
          loading={isPending}
          aria-label={`Enviármelo: ${subject}`}
          onClick={() => mutate()}
        >
          Enviármelo
        </Button>
      </header>
      {message !== null && <p className={classes.message}>Mensaje: {message}</p>}
      <details className={classes.text}>
        <summary>Texto sin formato</summary>
        <pre>{text}</pre>
      </details>
      <MailDesign title={subject} path={`/mails/${kind}/html`} />
    </li>
  )
}

function Samples() {
  const { data, error, refetch } = useQuery(mailSamplesQuery)
  if (error) return <ErrorState title="No se pudieron leer los correos." error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={8} />
  return (
    <ul className={classes.samples} aria-label="Correos">
      {data.map((sample) => (
        <Sample key={sample.kind} sample={sample} />
      ))}
    </ul>
  )
}

/** Every kind of mail with sample data, for admins, who can send each one to themselves. */
export function MailSamplesPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <PageHeader
        title="Correos"
        crumbs={[<HomeCrumb key="home" />, 'Administración', 'Correos']}
        detail="Lo que reciben las personas, con datos de ejemplo"
      />
      {isAdmin ? <Samples /> : <AdminOnly />}
    </>
  )
}
