import { Accordion, Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { Contact } from './contact.tsx'
import { CopyLink } from './copy-link.tsx'
import { findQuestions } from './find-questions.ts'
import classes from './help-page.module.css'
import type { Question, Topic } from './topics/topic.ts'

function Answer({ id, steps, note, screen }: Question) {
  return (
    <>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {note !== undefined && <p className={classes.note}>{note}</p>}
      <div className={classes.links}>
        {screen && (
          <AnchorLink to={screen.to} fw={500}>
            {screen.label}
          </AnchorLink>
        )}
        <CopyLink id={id} />
      </div>
    </>
  )
}

interface TopicCardProps {
  topic: Topic
  open: string | null
  onOpen: (id: string | null) => void
}

function TopicCard({ topic: { title, questions }, open, onOpen }: TopicCardProps) {
  return (
    <section aria-label={title}>
      <h2 className={classes.topic}>{title}</h2>
      <Accordion
        variant="separated"
        radius="md"
        order={3}
        value={open}
        onChange={onOpen}
        classNames={{ item: classes.item ?? '', label: classes.question ?? '' }}
      >
        {questions.map((question) => (
          <Accordion.Item key={question.id} value={question.id} id={question.id}>
            <Accordion.Control>{question.question}</Accordion.Control>
            <Accordion.Panel>
              <Answer {...question} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  )
}

function Nothing({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No encontramos «${search}»`}
      text={<Contact lead="Prueba con otra palabra, o pregunta a administración" />}
      action={
        <Button variant="light" onClick={onClear}>
          Ver todas las preguntas
        </Button>
      }
    />
  )
}

const afterTheTop_ms = 60

/** Scrolls once to the question of the followed link, after the page itself has scrolled to its top. */
function useScrollTo(id: string | null) {
  const [first] = useState(id)
  useEffect(() => {
    if (first === null) return
    const timer = setTimeout(
      () => document.getElementById(first)?.scrollIntoView({ block: 'center' }),
      afterTheTop_ms,
    )
    return () => clearTimeout(timer)
  }, [first])
}

const route = getRouteApi('/staff/faq')

/** Help: questions with steps and links to the screens. It can be searched, and each question has its own URL. */
export function HelpPage() {
  const { search = '', pregunta = null } = route.useSearch()
  const navigate = route.useNavigate()
  const topics = findQuestions(search)
  const count = topics.reduce((total, { questions }) => total + questions.length, 0)
  const onSearch = (text: string) =>
    void navigate({ search: (old) => ({ ...old, search: text === '' ? undefined : text }), replace: true })
  const onOpen = (id: string | null) =>
    void navigate({ search: (old) => ({ ...old, pregunta: id ?? undefined }), replace: true })
  useScrollTo(pregunta)
  return (
    <div className={classes.page}>
      <PageHeader
        title="Ayuda"
        crumbs={[<HomeCrumb key="home" />, 'Ayuda']}
        detail={<span role="status">{pluralize(count, 'pregunta', 'preguntas')}</span>}
      />
      <div className={classes.search}>
        <SearchField
          value={search}
          onSearch={onSearch}
          label="Buscar en la ayuda"
          placeholder="¿Qué necesitas hacer?"
          debounce_ms={200}
        />
      </div>
      {count === 0 ? (
        <Nothing search={search} onClear={() => onSearch('')} />
      ) : (
        <div className={classes.topics}>
          {topics.map((topic) => (
            <TopicCard key={topic.title} topic={topic} open={pregunta} onOpen={onOpen} />
          ))}
          <p className={classes.contact}>
            <Contact lead="¿No está aquí lo que buscas? Pregunta a administración" />
          </p>
        </div>
      )}
    </div>
  )
}
