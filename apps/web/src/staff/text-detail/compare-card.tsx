import { NativeSelect, Switch } from '@mantine/core'
import type { TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import type { TextDetail } from '@quincena/domain/texts/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { textVersionQuery } from '../text/api.ts'
import { Difference } from '../text/replaced-diff.tsx'
import type { TextDetailSearch } from './search.ts'
import classes from './text-detail-page.module.css'

/** Names the draft among the versions. No version has this label: labels begin with a letter or number. */
const draftName = '_borrador'

interface Side {
  document: TextDocumentName
  name: string
  draft: TextContent | undefined
}

/** The text of one side: a version's, or the draft's. */
function useSide({ document, name, draft }: Side) {
  const isDraft = name === draftName
  const query = useQuery({ ...textVersionQuery(document, name), enabled: !isDraft })
  return { query, content: isDraft ? draft : query.data?.content }
}

interface PairProps {
  text: TextDetail
  from: string
  to: string
  hasAll: boolean
}

function Pair({ text: { document, draft }, from, to, hasAll }: PairProps) {
  const older = useSide({ document, name: from, draft: draft?.content })
  const newer = useSide({ document, name: to, draft: draft?.content })
  if (older.content !== undefined && newer.content !== undefined)
    return <Difference document={document} from={older.content} to={newer.content} hasAll={hasAll} />
  const failed = older.content === undefined ? older.query : newer.query
  return <LoadState query={failed} title="No se pudo cargar la versión." />
}

interface CompareCardProps {
  text: TextDetail
  search: TextDetailSearch
  onSearch: (change: TextDetailSearch) => void
}

/**
 * What differs between any two versions, or a version and the draft. It starts with the draft against the version in force,
 * without a draft with the newest version against the one before it.
 */
export function CompareCard({ text, search, onSearch }: CompareCardProps) {
  const [hasAll, setHasAll] = useState(false)
  const { versions, draft, in_force } = text
  const options = [
    ...(draft === null ? [] : [{ value: draftName, label: 'Borrador' }]),
    ...versions.map(({ version }) => ({ value: version, label: `Versión ${version}` })),
  ]
  if (options.length < 2) return null
  const known = (name: string | undefined) => options.find(({ value }) => value === name)?.value
  const [newest = '', second = ''] = options.map(({ value }) => value)
  const from = known(search.desde) ?? (draft === null ? second : (in_force?.version ?? second))
  const to = known(search.hasta) ?? newest
  return (
    <Card title="Comparar">
      <div className={classes.sides}>
        <NativeSelect
          label="De"
          data={options}
          value={from}
          onChange={(event) => onSearch({ desde: event.currentTarget.value })}
        />
        <NativeSelect
          label="A"
          data={options}
          value={to}
          onChange={(event) => onSearch({ hasta: event.currentTarget.value })}
        />
        <Switch
          label="Mostrar también lo que sigue igual"
          checked={hasAll}
          onChange={(event) => setHasAll(event.currentTarget.checked)}
        />
      </div>
      <Pair text={text} from={from} to={to} hasAll={hasAll} />
    </Card>
  )
}
