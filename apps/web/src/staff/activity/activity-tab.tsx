import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { NotedRecord } from '@quincena/domain/notes/schema'
import { IconNote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadState } from '../../components/load-state.tsx'
import { PageButtons } from '../../components/page-buttons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import classes from './activity.module.css'
import { EntryLine } from './activity-entry.tsx'
import { activityPageSize, activityQuery } from './api.ts'
import { NoteDialog } from './note-dialog.tsx'

interface ActivityTabProps {
  record: NotedRecord
  /** Further buttons beside the one for a note. */
  actions?: ReactNode
}

function Entries({ record }: { record: NotedRecord }) {
  const [page, setPage] = useState(1)
  const query = useQuery(activityQuery(record, page))
  const { data, isPlaceholderData } = query
  if (data === undefined) return <LoadState query={query} title="No se pudo cargar la actividad." lines={6} />
  if (data.count === 0) return <p className={classes.second}>Todavía no hay actividad ni notas.</p>
  return (
    <>
      <ol className={classes.entries} aria-label="Actividad" data-stale={isPlaceholderData}>
        {data.results.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </ol>
      <PageButtons
        label="Páginas de la actividad"
        page={page}
        pages={Math.ceil(data.count / activityPageSize)}
        onPage={setPage}
      />
    </>
  )
}

/** What happened to a record and what staff noted, the newest first. */
export function ActivityTab({ record, actions }: ActivityTabProps) {
  const [isWriting, writing] = useDisclosure(false)
  return (
    <section aria-label="Actividad y notas">
      <div className={classes.actions}>
        {actions}
        <Button variant="default" leftSection={smallIcon(IconNote)} onClick={writing.open}>
          Agregar nota
        </Button>
      </div>
      <Entries record={record} />
      {isWriting && <NoteDialog record={record} opened onClose={writing.close} />}
    </section>
  )
}
