import type { TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import { type DiffWords, diffTexts } from '@quincena/domain/texts/diff'
import { textDocuments } from '@quincena/domain/texts/documents'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LoadState } from '../../components/load-state.tsx'
import { TextDiff } from '../../components/text-diff.tsx'
import { textVersionQuery } from './api.ts'

interface DifferenceProps {
  document: TextDocumentName
  from: TextContent
  to: TextContent
  hasAll: boolean
}

/** The words for a document's conditions and places. */
function diffWordsOf(document: TextDocumentName): DiffWords {
  const { conditions, parts } = textDocuments[document]
  return {
    conditions: new Map(conditions.map(({ name, description }) => [name, `Solo ${description}`])),
    parts: new Map(parts.map(({ name, title }) => [name, title])),
  }
}

/** What differs between two texts. */
export function Difference({ document, from, to, hasAll }: DifferenceProps) {
  const diff = useMemo(() => diffTexts(from, to, diffWordsOf(document)), [document, from, to])
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
  return <Difference document={document} from={query.data.content} to={draft} hasAll={hasAll} />
}
