import { businessDay } from '@quincena/domain/dates'
import { formatDate } from '@quincena/domain/format'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { userDocumentsQuery } from '../document/api.ts'
import classes from './documents-tab.module.css'

const loadError = 'Ocurrió un error al intentar obtener los documentos del usuario'

const fileName = (filename: string) => (/\.pdf$/i.test(filename) ? filename : `${filename}.pdf`)

/** Allows line breaks in a file name only after underscores. */
function FileName({ name }: { name: string }) {
  const [first, ...rest] = name.split('_')
  return (
    <>
      {first}
      {rest.map((part) => (
        <Fragment key={part}>
          _<wbr />
          {part}
        </Fragment>
      ))}
    </>
  )
}

/** Lists the documents of a worker; each opens in a new tab. */
export function DocumentsTab({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userDocumentsQuery(userId))
  if (error && data === undefined) return <ErrorState title={loadError} error={error} onRetry={refetch} />
  if (data === undefined) return <CardsSkeleton cards={3} height={112} />
  if (data.results.length === 0) return <EmptyState title="No hay documentos por mostrar" />
  return (
    <ul className={classes.files}>
      {data.results.map(({ id, filename, file, created_at }) => (
        <li key={id}>
          <a className={classes.file} href={file} target="_blank" rel="noreferrer">
            <IconFileTypePdf className={classes.icon ?? ''} size={36} stroke={1.25} aria-hidden />
            <span className={classes.name}>
              <FileName name={fileName(filename)} />
            </span>
            <span className={classes.day}>{formatDate(businessDay(created_at))}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
