import { Accordion, CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { NotFoundDrawing } from '../../components/error-drawings.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Loaded } from '../../components/phone/loaded.tsx'
import { ScreenHeader } from '../../components/screen-header.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { faqQuery } from './api.ts'
import classes from './faq-page.module.css'
import type { Question } from './questions.ts'
import { findQuestions, isInAnswer, splitByMatch } from './search.ts'

/** Text with the matches of the search in `<mark>`. */
function Marked({ text, search }: { text: string; search: string }) {
  return splitByMatch(text, search).map(({ text: piece, isFound }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text.
    isFound ? <mark key={place}>{piece}</mark> : piece,
  )
}

interface SearchProps {
  value: string
  /** Number of questions that match. */
  count: number
  onChange: (text: string) => void
}

/** Search field that filters at each keystroke. Escape or the cross clears it; a live region announces the count. */
function Search({ value, count, onChange }: SearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={classes.search}>
      <TextInput
        ref={input}
        type="search"
        size="lg"
        aria-label="Busca en las preguntas"
        placeholder="Busca una palabra"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={60}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && clear()}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        rightSection={
          value !== '' && (
            <CloseButton size={48} iconSize={20} radius="xl" onClick={clear} aria-label="Borrar búsqueda" />
          )
        }
      />
      <p className={classes.count} role="status">
        {value.trim() !== '' &&
          (count === 0 ? 'Ninguna pregunta' : pluralize(count, 'pregunta', 'preguntas'))}
      </p>
    </div>
  )
}

function NothingFound() {
  return (
    <EmptyState
      drawing={<NotFoundDrawing />}
      title="No encontramos esa pregunta"
      text="Prueba con otra palabra, o pregúntanos."
      action={
        <ButtonLink to="/app/help-support" variant="light" size="lg">
          Ir a ayuda y soporte
        </ButtonLink>
      }
    />
  )
}

interface ListProps {
  matches: readonly Question[]
  /** Level of the questions' headings. */
  level: 2 | 3
}

interface OpenProps {
  search: string
  /** Ids of the open questions. */
  open: string[]
  onOpen: (ids: string[]) => void
}

/** Questions that open to their answers. */
function QuestionList({ matches, level, search, open, onOpen }: OpenProps & ListProps) {
  return (
    <Accordion
      multiple
      variant="separated"
      radius="lg"
      order={level}
      value={open}
      onChange={onOpen}
      classNames={{ item: classes.item ?? '' }}
    >
      {matches.map(({ id, category, question, answer }) => (
        <Accordion.Item key={id} value={id}>
          <Accordion.Control>
            {search.trim() !== '' && (
              <span className={classes.category}>
                <Marked text={category} search={search} />
              </span>
            )}
            <span className={classes.question}>
              <Marked text={question} search={search} />
            </span>
          </Accordion.Control>
          <Accordion.Panel className={classes.answer}>
            <Marked text={answer} search={search} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

/** Each category under its name, in the order of its first question. */
function Categories({ questions, ...list }: OpenProps & { questions: readonly Question[] }) {
  const groups = Map.groupBy(questions, ({ category }) => category)
  return [...groups].map(([category, matches]) => (
    <section key={category} className={classes.group} aria-label={category || 'Otras preguntas'}>
      <h2 className={classes.heading}>{category || 'Otras preguntas'}</h2>
      <QuestionList matches={matches} level={3} {...list} />
    </section>
  ))
}

function Questions({ questions }: { questions: readonly Question[] }) {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<string[]>([])
  const matches = findQuestions(questions, search)
  const change = (text: string) => {
    setSearch(text)
    const found = findQuestions(questions, text)
    const inside = found.length === 1 ? found : found.filter((one) => isInAnswer(text, one))
    setOpen(inside.map(({ id }) => id))
  }
  return (
    <>
      <Search value={search} count={matches.length} onChange={change} />
      {matches.length === 0 && <NothingFound />}
      {search.trim() === '' ? (
        <Categories questions={questions} search="" open={open} onOpen={setOpen} />
      ) : (
        <QuestionList matches={matches} level={2} search={search} open={open} onOpen={setOpen} />
      )}
    </>
  )
}

/** Frequent questions by category, with a search, which lists the best matches first and opens the answers that contain a match. Without a network the kept copy. */
export function FaqPage() {
  const query = useQuery(faqQuery)
  return (
    <>
      <ScreenHeader title="Preguntas frecuentes" backTo="/app/home" />
      <Loaded
        query={query}
        skeleton={<LinesSkeleton lines={12} />}
        errorTitle="No pudimos traer las preguntas"
      >
        {(questions) => <Questions questions={questions} />}
      </Loaded>
    </>
  )
}
