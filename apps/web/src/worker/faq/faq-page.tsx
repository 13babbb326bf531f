import { Accordion } from '@mantine/core'
import { ScreenHeader } from '../../components/screen-header.tsx'
import classes from './faq-page.module.css'
import { questions } from './questions.ts'

/** Frequent questions, one open at a time. */
export function FaqPage() {
  return (
    <>
      <ScreenHeader title="Preguntas frecuentes" backTo="/app/home" />
      <Accordion variant="separated" radius="lg" order={2} classNames={{ item: classes.item ?? '' }}>
        {questions.map(({ category, question, answer }) => (
          <Accordion.Item key={question} value={question}>
            <Accordion.Control>
              <span className={classes.category}>{category}</span>
              <span className={classes.question}>{question}</span>
            </Accordion.Control>
            <Accordion.Panel>{answer}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  )
}
