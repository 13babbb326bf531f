import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../components/phone/panel.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { TextDiff } from '../../components/text-diff.tsx'
import { legalChangesQuery, ownConsentsQuery } from './api.ts'
import classes from './consent-changes.module.css'
import type { ConsentName } from './consent-memory.ts'

const titles: Record<ConsentName, string> = {
  terms: 'Cambiaron los términos y condiciones',
  privacy: 'Cambió el aviso de privacidad',
}

/** The version that the worker accepted last; null if they never accepted the text, undefined while it loads. */
function useAccepted(name: ConsentName): string | null | undefined {
  const { data, isError } = useQuery(ownConsentsQuery)
  if (isError) return null
  return data && (data.consents.find(({ document }) => document === name)?.version ?? null)
}

function Changes({ name, from }: { name: ConsentName; from: string }) {
  const { data, isPending } = useQuery(legalChangesQuery(name, from))
  if (isPending) return <LinesSkeleton lines={4} />
  // A version that is not kept: the whole text stays one tap away.
  if (data === undefined) return null
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
export function ConsentChanges({ name }: { name: ConsentName }) {
  const from = useAccepted(name)
  if (from === undefined) return <LinesSkeleton lines={4} />
  return from === null ? null : <Changes name={name} from={from} />
}
