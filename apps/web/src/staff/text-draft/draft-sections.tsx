import { Button } from '@mantine/core'
import { TEXT_CONTENT_LIMITS as LIMITS, type TextDocumentName } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import { isNoticeText } from '@quincena/domain/texts/notice-names'
import { noticeParts } from '@quincena/domain/texts/notice-parts'
import { IconPlus } from '@tabler/icons-react'
import { smallIcon } from '../../components/small-icon.tsx'
import { type Edit, type Editing, isMisnumbered } from './editing.ts'
import { SectionEditor } from './section-editor.tsx'
import classes from './text-draft.module.css'

const problemsOf = (problems: ReadonlyMap<string, string>, index: number) =>
  new Map([...problems].filter(([place]) => place.startsWith(`sections.${index}.`)))

/** The fixed part with a heading; undefined for a heading that no part has. */
const partOf = (heading: string) => Object.values(noticeParts).find((part) => part.heading === heading)

interface DraftSectionsProps {
  document: TextDocumentName
  state: {
    editing: Editing
    problems: ReadonlyMap<string, string>
    edit: (edit: Edit) => void
    remove: (edit: Edit, name: string) => void
  }
  isTried: boolean
}

/** The sections of a draft, or the fixed parts of a notice, with the problems of the whole text. */
export function DraftSections({ document, state, isTried }: DraftSectionsProps) {
  const { editing, problems, edit, remove } = state
  const { has_categories, conditions, parts } = textDocuments[document]
  const isNotice = isNoticeText(document)
  const whole = problems.get('sections')
  return (
    <>
      <ol className={classes.sections}>
        {editing.sections.map((section, index) => (
          <SectionEditor
            key={section.key}
            section={section}
            index={index}
            count={editing.sections.length}
            problems={problemsOf(problems, index)}
            isTried={isTried}
            hasCategories={has_categories}
            part={isNotice ? partOf(section.heading) : undefined}
            conditions={conditions}
            parts={parts}
            onEdit={edit}
            onRemove={remove}
          />
        ))}
      </ol>
      {!isNotice && (
        <Button
          variant="default"
          leftSection={smallIcon(IconPlus)}
          disabled={editing.sections.length >= LIMITS.sections}
          onClick={() => edit({ kind: 'add section' })}
        >
          {has_categories ? 'Agregar pregunta' : 'Agregar sección'}
        </Button>
      )}
      {isMisnumbered(editing) && (
        <Button variant="subtle" onClick={() => edit({ kind: 'renumber' })}>
          Renumerar los títulos
        </Button>
      )}
      {whole !== undefined && (
        <p className={classes.problem} data-place="sections" tabIndex={-1}>
          {whole}
        </p>
      )}
    </>
  )
}
