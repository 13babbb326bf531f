import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { contractSamples, sampleContract } from '@quincena/domain/contracts/samples'
import { contractValues } from '@quincena/domain/contracts/values'
import type { TextValues } from '@quincena/domain/texts/catalogue'
import { checkText } from '@quincena/domain/texts/check'
import {
  type ContractTextName,
  contractTextName,
  type TextContent,
  type TextDocumentName,
} from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import { fieldFiller, fillText, sampleValues } from '@quincena/domain/texts/fill'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { FilterChips } from '../../components/filter-chips.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/save-file.ts'
import { textPreviewQuery, usePreviewPdf } from '../text/api.ts'
import { FilledBody } from './filled-body.tsx'
import { MarkedText } from './marked-text.tsx'
import { exampleValues, type PreviewKind, previewKinds } from './preview-values.ts'
import classes from './text-draft.module.css'

interface MarkedProps extends PreviewProps {
  values: TextValues
}

/** The text filled as it is typed: what cannot be filled is marked where it stands. */
function Marked({ document, content: { title, sections }, values: { values, conditions } }: MarkedProps) {
  const fill = fieldFiller(document, values)
  const shown = sections
    .map(({ paragraphs, ...section }) => ({
      ...section,
      paragraphs: paragraphs.filter(({ when }) => when === undefined || conditions.includes(when)),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0)
  return (
    <article className={classes.filled}>
      <p className={classes.filledTitle}>
        <MarkedText document={document} text={title} fill={fill} />
      </p>
      {shown.map(({ heading, category, paragraphs }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place in the text.
        <section key={place}>
          {category !== undefined && <p className={classes.hint}>{category}</p>}
          <h3 className={classes.filledHeading}>
            <MarkedText document={document} text={heading} fill={fill} />
          </h3>
          {paragraphs.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the section.
            <p key={index}>
              <MarkedText document={document} text={text} fill={fill} />
            </p>
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

interface OwnPreviewProps extends PreviewProps {
  conditions?: readonly string[]
  sample?: string
}

/** The text with the lender's own data, from the server; it needs a text without problems. */
function OwnPreview({ document, content, ...wish }: OwnPreviewProps) {
  const [typed] = useDebouncedValue(content, typingPause_ms)
  const isValid = checkText(document, typed).length === 0
  const query = useQuery({ ...textPreviewQuery(document, { content: typed, ...wish }), enabled: isValid })
  if (!isValid)
    return <p className={classes.hint}>Corrige los problemas del texto para verlo con tus datos.</p>
  if (query.data === undefined) return <LoadState query={query} title="No se pudo llenar el texto." />
  return <FilledBody document={document} text={query.data} />
}

/** A text as it is read, filled with an example or the lender's data, under the chosen conditions. */
function PlainPreview({ document, content }: PreviewProps) {
  const [kind, setKind] = useState<PreviewKind>('sample')
  const [conditions, setConditions] = useState(() => sampleValues(document).conditions)
  const toggle = (name: string, isOn: boolean) =>
    setConditions((list) => [...list.filter((one) => one !== name), ...(isOn ? [name] : [])])
  return (
    <>
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
        <OwnPreview document={document} content={content} conditions={conditions} />
      ) : (
        <Marked document={document} content={content} values={exampleValues(document, kind, conditions)} />
      )}
    </>
  )
}

const lenderKinds = previewKinds.filter(({ value }) => value === 'sample' || value === 'own')

interface ContractPreviewProps {
  document: ContractTextName
  content: TextContent
}

/** Prints the text as the contract of a sample loan. */
function PdfButton({
  document,
  content,
  ...wish
}: ContractPreviewProps & { sample: string; is_own: boolean }) {
  const { mutateAsync, isPending } = usePreviewPdf(document)
  const isValid = useMemo(() => checkText(document, content).length === 0, [document, content])
  const show = async () => {
    try {
      saveFile(await mutateAsync({ content, ...wish }), `Vista_previa_${wish.sample}.pdf`)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={smallIcon(IconFileTypePdf)}
      loading={isPending}
      disabled={!isValid}
      title={isValid ? undefined : 'Corrige primero los problemas del texto.'}
      onClick={() => void show()}
    >
      Ver PDF
    </Button>
  )
}

/** The text of contracts, filled with a real or an extreme loan, which decides all conditions. */
function ContractPreview({ document, content }: ContractPreviewProps) {
  const samples = contractSamples(document)
  const [kind, setKind] = useState<PreviewKind>('sample')
  const [sample, setSample] = useState(samples[0]?.name ?? '')
  const values = useMemo(() => contractValues(sampleContract(document, sample)), [document, sample])
  return (
    <>
      <NativeSelect
        label="Préstamo de ejemplo"
        value={sample}
        onChange={(event) => setSample(event.currentTarget.value)}
        data={samples.map(({ name, label }) => ({ value: name, label }))}
      />
      <div className={classes.previewActions}>
        <FilterChips
          label="Financiera de la vista previa"
          options={lenderKinds}
          value={kind}
          onChange={setKind}
        />
        <PdfButton document={document} content={content} sample={sample} is_own={kind === 'own'} />
      </div>
      {kind === 'own' ? (
        <OwnPreview document={document} content={content} sample={sample} />
      ) : (
        <FilledBody document={document} text={fillText(document, content, values)} />
      )}
    </>
  )
}

/** How a text reads while it is written. */
export function DraftPreview({ document, content }: PreviewProps) {
  const shown = useDeferredValue(content)
  const contract = contractTextName.safeParse(document)
  return (
    <section className={classes.preview} aria-label="Vista previa">
      <h2 className={classes.heading}>Vista previa</h2>
      {contract.success ? (
        <ContractPreview document={contract.data} content={shown} />
      ) : (
        <PlainPreview document={document} content={shown} />
      )}
    </section>
  )
}
