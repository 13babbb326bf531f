import { Button } from '@mantine/core'
import type { MailSample } from '@quincena/domain/mails/schema'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminOnly } from '../../components/admin-only.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { MailDesign } from '../../components/mail-design.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { stripAccents } from '../../lib/strip-accents.ts'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'
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

/** The samples whose occasion or subject has the words, by what they are about, in the order of the server. */
function groupsOf(samples: readonly MailSample[], search: string): [string, MailSample[]][] {
  const wanted = stripAccents(search)
  const found = samples.filter(({ occasion, subject }) =>
    stripAccents(`${occasion} ${subject}`).includes(wanted),
  )
  return [...Map.groupBy(found, ({ group }) => group)]
}

function Samples() {
  const { data, error, refetch } = useQuery(mailSamplesQuery)
  const [search, setSearch] = useState('')
  if (error) return <ErrorState title="No se pudieron leer los correos." error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={8} />
  const groups = groupsOf(data, search)
  return (
    <div className={classes.groups}>
      <SearchField value={search} onSearch={setSearch} label="Buscar un correo" debounce_ms={150} />
      {groups.length === 0 && (
        <EmptyState title="Ningún correo se llama así" text="Prueba con otra palabra, por ejemplo «pago»." />
      )}
      {groups.map(([group, samples], place) => (
        <details
          key={`${group} ${search !== ''}`}
          className={classes.group}
          open={place === 0 || search !== ''}
        >
          <summary className={classes.summary}>
            {group} <span className={classes.count}>{samples.length}</span>
          </summary>
          <ul className={classes.samples} aria-label={group}>
            {samples.map((sample) => (
              <Sample key={sample.kind} sample={sample} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

/** Every kind of mail with sample data, for admins, who can send each one to themselves. */
export function MailSamplesPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <SettingsHeader detail="Los correos que reciben las personas, con datos de ejemplo" />
      {isAdmin ? <Samples /> : <AdminOnly />}
    </>
  )
}
