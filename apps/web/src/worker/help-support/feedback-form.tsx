import { Button, Textarea } from '@mantine/core'
import { type FeedbackLevel, feedbackBody } from '@quincena/domain/feedback/schema'
import { type SubmitEvent, useState } from 'react'
import { Panel } from '../../components/phone/panel.tsx'
import stack from '../../components/phone/stack.module.css'
import { toast } from '../../components/toast.tsx'
import { useSendFeedback } from './api.ts'
import { Face } from './face.tsx'
import classes from './feedback-form.module.css'

const levels = [
  { level: 'low', label: 'Mal' },
  { level: 'medium', label: 'Regular' },
  { level: 'high', label: 'Bien' },
] as const satisfies { level: FeedbackLevel; label: string }[]

function Thanks({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={classes.thanks} role="status">
      <Face level="high" />
      <p className={stack.lead}>¡Gracias! Leemos cada opinión.</p>
      <Button variant="subtle" onClick={onAgain}>
        Enviar otra
      </Button>
    </div>
  )
}

/** Feedback form: a rating of three faces and an optional message. */
export function FeedbackForm() {
  const [level, setLevel] = useState<FeedbackLevel | null>(null)
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending, isSuccess, reset } = useSendFeedback()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending) return
    const { data, error } = feedbackBody.safeParse({ level, message })
    if (data === undefined) return setProblem(error.issues[0]?.message ?? null)
    mutate(data, { onError: toast.error })
  }
  const startAgain = () => {
    setLevel(null)
    setMessage('')
    reset()
  }
  return (
    <Panel title="¿Cómo te ha ido con la app?">
      {isSuccess ? (
        <Thanks onAgain={startAgain} />
      ) : (
        <form className={stack.stack} onSubmit={submit} noValidate aria-label="Tu opinión">
          <fieldset className={classes.faces}>
            <legend className={classes.legend}>Elige una</legend>
            {levels.map((option) => (
              <label key={option.level} className={classes.face} data-level={option.level}>
                <input
                  type="radio"
                  name="level"
                  value={option.level}
                  checked={level === option.level}
                  onChange={() => {
                    setLevel(option.level)
                    setProblem(null)
                  }}
                />
                <Face level={option.level} />
                {option.label}
              </label>
            ))}
          </fieldset>
          {problem !== null && (
            <p role="alert" className={classes.problem}>
              {problem}
            </p>
          )}
          <Textarea
            size="lg"
            label="Cuéntanos más (opcional)"
            rows={3}
            maxLength={1000}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" variant="light" fullWidth loading={isPending}>
            Enviar
          </Button>
        </form>
      )}
    </Panel>
  )
}
