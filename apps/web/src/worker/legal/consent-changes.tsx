import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { LoadState } from '../../components/load-state.tsx'
import { Panel } from '../../components/phone/panel.tsx'
import { TextDiff } from '../../components/text-diff.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { legalChangesQuery, ownConsentsQuery } from './api.ts'
import classes from './consent-changes.module.css'
import type { ConsentName } from './consent-memory.ts'

const titles: Record<ConsentName, string> = {
  terms: 'Cambiaron los términos y condiciones',
  privacy: 'Cambió el aviso de privacidad',
}

const isNotKept = (error: unknown) => error instanceof ApiError && error.status === 404

/** Stands for what changed: while it loads, or with a retry after an error. */
function ChangesState({ query: { error, refetch } }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  return <LoadState query={{ error, refetch }} title="No pudimos traer qué cambió" lines={4} />
}

interface ChangesProps {
  name: ConsentName
  /** The version that the worker accepted last. */
  from: string
  in_force: string
}

function Changes({ name, from, in_force }: ChangesProps) {
  const query = useQuery(legalChangesQuery(name, from, in_force))
  const { data } = query
  // A version that is not kept: the whole text stays one tap away.
  if (data === undefined) return isNotKept(query.error) ? null : <ChangesState query={query} />
  const summaries = data.summaries.filter(({ summary }) => summary !== '')
  return (
    <Panel tone="quiet" title={titles[name]}>
      {summaries.map(({ version, summary }) => (
        <p key={version} className={classes.summary}>
          {summary}
        </p>
      ))}
      <p className={classes.versions}>
        Aceptaste la versión {data.from.version}; ahora es la {data.to.version}.
      </p>
      <TextDiff diff={data.diff} />
    </Panel>
  )
}

/** What changed in a text since the version that the worker accepted; nothing for a text that is new to them. */
export function ConsentChanges({ name, in_force }: { name: ConsentName; in_force: string }) {
  const query = useQuery(ownConsentsQuery)
  if (query.data === undefined) return <ChangesState query={query} />
  const from = query.data.consents.find(({ document }) => document === name)?.version
  return from === undefined ? null : <Changes name={name} from={from} in_force={in_force} />
}
