import type { TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import { diffTexts } from '@quincena/domain/texts/diff'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LoadState } from '../../components/load-state.tsx'
import { TextDiff } from '../../components/text-diff.tsx'
import { textVersionQuery } from './api.ts'

/** What differs between two texts. */
export function Difference({ from, to, hasAll }: { from: TextContent; to: TextContent; hasAll: boolean }) {
  const diff = useMemo(() => diffTexts(from, to), [from, to])
  return <TextDiff diff={diff} hasAll={hasAll} />
}

interface ReplacedDiffProps {
  document: TextDocumentName
  /** Label of the version that the draft replaces on its date. */
  version: string
  draft: TextContent
  hasAll?: boolean
}

/** What a draft changes against the version that it replaces. */
export function ReplacedDiff({ document, version, draft, hasAll = false }: ReplacedDiffProps) {
  const query = useQuery(textVersionQuery(document, version))
  if (query.data === undefined) return <LoadState query={query} title="No se pudo cargar la versión." />
  return <Difference from={query.data.content} to={draft} hasAll={hasAll} />
}
