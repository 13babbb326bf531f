import { Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { checkText } from '@quincena/domain/texts/check'
import type { FilledText, TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import { fillText, sampleValues } from '@quincena/domain/texts/fill'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { FilterChips } from '../../components/filter-chips.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { textPreviewQuery } from '../text/api.ts'
import { exampleValues, type PreviewKind, previewKinds } from './preview-values.ts'
import classes from './text-draft.module.css'

function Filled({ text: { title, sections } }: { text: FilledText }) {
  return (
    <article className={classes.filled}>
      <p className={classes.filledTitle}>{title}</p>
      {sections.map(({ heading, category, paragraphs }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place in the text.
        <section key={place}>
          {category !== undefined && <p className={classes.hint}>{category}</p>}
          <h3 className={classes.filledHeading}>{heading}</h3>
          {paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the section.
            <p key={index}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}

interface PreviewProps {
  document: TextDocumentName
  content: TextContent
}

const typingPause_ms = 600

/** The text with the lender's own data, from the server; it needs a text without problems. */
function OwnPreview({ document, content, conditions }: PreviewProps & { conditions: readonly string[] }) {
  const [typed] = useDebouncedValue(content, typingPause_ms)
  const isValid = checkText(document, typed).length === 0
  const query = useQuery({ ...textPreviewQuery(document, { content: typed, conditions }), enabled: isValid })
  if (!isValid)
    return <p className={classes.hint}>Corrige los problemas del texto para verlo con tus datos.</p>
  if (query.data === undefined) return <LoadState query={query} title="No se pudo llenar el texto." />
  return <Filled text={query.data} />
}

/** The text as it is read, filled with an example or the lender's data, under the chosen conditions. */
export function DraftPreview({ document, content }: PreviewProps) {
  const [kind, setKind] = useState<PreviewKind>('sample')
  const [conditions, setConditions] = useState(() => sampleValues(document).conditions)
  const shown = useDeferredValue(content)
  const toggle = (name: string, isOn: boolean) =>
    setConditions((list) => [...list.filter((one) => one !== name), ...(isOn ? [name] : [])])
  return (
    <section className={classes.preview} aria-label="Vista previa">
      <h2 className={classes.heading}>Vista previa</h2>
      <FilterChips label="Datos de la vista previa" options={previewKinds} value={kind} onChange={setKind} />
      {textDocuments[document].conditions.map(({ name, description }) => (
        <Checkbox
          key={name}
          size="xs"
          label={`Ver ${description}`}
          checked={conditions.includes(name)}
          onChange={(event) => toggle(name, event.currentTarget.checked)}
        />
      ))}
      {kind === 'own' ? (
        <OwnPreview document={document} content={shown} conditions={conditions} />
      ) : (
        <Filled text={fillText(document, shown, exampleValues(document, kind, conditions))} />
      )}
    </section>
  )
}
