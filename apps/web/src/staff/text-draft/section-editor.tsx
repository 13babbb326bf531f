import { Button, NativeSelect } from '@mantine/core'
import type { TextPart } from '@quincena/domain/texts/catalogue'
import { TEXT_CONTENT_LIMITS as LIMITS } from '@quincena/domain/texts/content'
import { IconPlus } from '@tabler/icons-react'
import { memo } from 'react'
import { smallIcon } from '../../components/small-icon.tsx'
import type { Edit, EditedParagraph, EditedSection } from './editing.ts'
import { moveByKey, PartButtons } from './part-buttons.tsx'
import { PlaceField } from './place-field.tsx'
import classes from './text-draft.module.css'

interface Condition {
  name: string
  description: string
}

/** What a fixed part is, and whether it has one paragraph only. */
interface FixedPart {
  hint: string
  is_single: boolean
}

interface SectionEditorProps {
  section: EditedSection
  index: number
  /** Number of all sections. */
  count: number
  /** The problems of this section by place. */
  problems: ReadonlyMap<string, string>
  isTried: boolean
  hasCategories: boolean
  /** Set for a part of a notice, whose heading and place are fixed. */
  part?: FixedPart | undefined
  conditions: readonly Condition[]
  /** The places of the document; empty if it has none. */
  parts: readonly TextPart[]
  onEdit: (edit: Edit) => void
  /** Removes a part and says what was removed. */
  onRemove: (edit: Edit, name: string) => void
}

const charactersPerLine = 90
const rowsOf = (text: string) => Math.min(12, Math.max(2, Math.ceil(text.length / charactersPerLine)))

type ParagraphProps = Pick<
  SectionEditorProps,
  'problems' | 'isTried' | 'conditions' | 'onEdit' | 'onRemove'
> & {
  section: EditedSection
  place: string
  paragraph: EditedParagraph
  number: number
  /** True: it is the only paragraph that its part may have. */
  isOnly: boolean
}

function Paragraph(props: ParagraphProps) {
  const { section, place, paragraph, number, problems, isTried, conditions, onEdit, onRemove } = props
  const { isOnly } = props
  const { key, text, when } = paragraph
  const of = section.key
  const name = `párrafo ${number}`
  const onMove = (by: 1 | -1) => onEdit({ kind: 'move paragraph', of, key, by })
  const change = (part: Partial<EditedParagraph>) => onEdit({ kind: 'paragraph', of, key, change: part })
  return (
    <li className={classes.paragraph} data-part={key} onKeyDown={moveByKey(onMove)}>
      <div className={classes.field}>
        <PlaceField
          label={isOnly ? section.heading : `Párrafo ${number}`}
          isLabelHidden
          value={text}
          onChange={(value) => change({ text: value })}
          place={place}
          problem={problems.get(place)}
          isTried={isTried}
          maxLength={LIMITS.paragraph}
          rows={rowsOf(text)}
          takesFields
        />
        {conditions.length > 0 && !isOnly && (
          <NativeSelect
            size="xs"
            aria-label={`Cuándo se muestra el párrafo ${number}`}
            value={when}
            onChange={(event) => change({ when: event.currentTarget.value })}
            data={[
              { value: '', label: 'Se muestra siempre' },
              ...conditions.map(({ name: value, description }) => ({
                value,
                label: `Solo ${description}`,
              })),
            ]}
          />
        )}
      </div>
      {!isOnly && (
        <PartButtons
          name={`${name} de «${section.heading || 'sección sin título'}»`}
          isFirst={number === 1}
          isLast={number === section.paragraphs.length}
          onMove={onMove}
          onRemove={() => onRemove({ kind: 'remove paragraph', of, key }, `el ${name}`)}
        />
      )}
    </li>
  )
}

/** Where the section stands, and how its paragraphs are printed there. */
function PartField({ section, index, problems, parts, onEdit }: SectionEditorProps) {
  const place = `sections.${index}.part`
  const part = parts.find(({ name }) => name === section.part)
  return (
    <NativeSelect
      label="Dónde va"
      description={part?.hint}
      error={problems.get(place)}
      data-place={place}
      value={section.part}
      onChange={(event) =>
        onEdit({ kind: 'section', of: section.key, change: { part: event.currentTarget.value } })
      }
      data={[
        ...(part === undefined ? [{ value: section.part, label: 'Elige un lugar' }] : []),
        ...parts.map(({ name, title }) => ({ value: name, label: title })),
      ]}
    />
  )
}

/** Category and search words of a question. */
function GroupFields({ section, index, problems, isTried, onEdit }: SectionEditorProps) {
  const { key, category, keywords } = section
  const [atCategory, atKeywords] = [`sections.${index}.category`, `sections.${index}.keywords`]
  const change = (part: Partial<Pick<EditedSection, 'category' | 'keywords'>>) =>
    onEdit({ kind: 'section', of: key, change: part })
  return (
    <div className={classes.group}>
      <PlaceField
        label="Categoría"
        value={category}
        onChange={(value) => change({ category: value })}
        place={atCategory}
        problem={problems.get(atCategory)}
        isTried={isTried}
        maxLength={LIMITS.category}
      />
      <PlaceField
        label="Palabras para buscarla (opcional)"
        value={keywords}
        onChange={(value) => change({ keywords: value })}
        place={atKeywords}
        problem={problems.get(atKeywords)}
        isTried={isTried}
        maxLength={LIMITS.keywords}
      />
    </div>
  )
}

/** Heading of a fixed part, which nobody changes, with where it is read. */
function PartHead({ heading, part }: { heading: string; part: FixedPart }) {
  return (
    <div>
      <h2 className={classes.partHeading}>{heading}</h2>
      <p className={classes.hint}>{part.hint}</p>
    </div>
  )
}

/** Heading of a section with its buttons. */
function SectionHead({
  section,
  index,
  count,
  problems,
  isTried,
  hasCategories,
  onEdit,
  onRemove,
}: SectionEditorProps) {
  const { key, heading } = section
  const place = `sections.${index}.heading`
  const kind = hasCategories ? 'pregunta' : 'sección'
  return (
    <div className={classes.sectionHead}>
      <div className={classes.field}>
        <PlaceField
          label={`${hasCategories ? 'Pregunta' : 'Título de la sección'} ${index + 1}`}
          value={heading}
          onChange={(value) => onEdit({ kind: 'section', of: key, change: { heading: value } })}
          place={place}
          problem={problems.get(place)}
          isTried={isTried}
          maxLength={LIMITS.heading}
          takesFields
        />
      </div>
      <PartButtons
        name={`${kind} ${index + 1}`}
        isFirst={index === 0}
        isLast={index === count - 1}
        onMove={(by) => onEdit({ kind: 'move section', of: key, by })}
        onRemove={() => onRemove({ kind: 'remove section', of: key }, `la ${kind} «${heading}»`)}
      />
    </div>
  )
}

function Section(props: SectionEditorProps) {
  const {
    section,
    index,
    count,
    problems,
    isTried,
    hasCategories,
    part,
    conditions,
    parts,
    onEdit,
    onRemove,
  } = props
  const { key, heading, paragraphs } = section
  const place = `sections.${index}`
  const onMove = (by: 1 | -1) => onEdit({ kind: 'move section', of: key, by })
  const problem = problems.get(`${place}.paragraphs`)
  return (
    <li
      className={classes.section}
      data-part={key}
      onKeyDown={part === undefined ? moveByKey(onMove) : undefined}
      aria-label={part ? heading : `${hasCategories ? 'Pregunta' : 'Sección'} ${index + 1} de ${count}`}
    >
      {part === undefined ? <SectionHead {...props} /> : <PartHead heading={heading} part={part} />}
      {hasCategories && <GroupFields {...props} />}
      {parts.length > 0 && <PartField {...props} />}
      <ol className={classes.paragraphs}>
        {paragraphs.map((paragraph, number) => (
          <Paragraph
            key={paragraph.key}
            {...{ section, paragraph, problems, isTried, conditions, onEdit, onRemove }}
            place={`${place}.paragraphs.${number}`}
            number={number + 1}
            isOnly={part?.is_single === true && paragraphs.length === 1}
          />
        ))}
      </ol>
      {problem !== undefined && (
        <p className={classes.problem} data-place={`${place}.paragraphs`} tabIndex={-1}>
          {problem}
        </p>
      )}
      {part?.is_single !== true && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={smallIcon(IconPlus)}
          disabled={paragraphs.length >= LIMITS.paragraphs}
          onClick={() => onEdit({ kind: 'add paragraph', of: key })}
        >
          Agregar párrafo
        </Button>
      )}
    </li>
  )
}

function isSameMap(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([place, text]) => other.get(place) === text)
}

/** Fields of a section. It renders again only for its own changes, because a document has a hundred fields. */
export const SectionEditor = memo(
  Section,
  (before, after) =>
    before.section === after.section &&
    before.index === after.index &&
    before.count === after.count &&
    before.isTried === after.isTried &&
    isSameMap(before.problems, after.problems),
)
