import { Button, Textarea } from '@mantine/core'
import { type FeedbackLevel, feedbackBody } from '@quincena/domain/feedback/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { Panel } from '../../components/phone/panel.tsx'
import stack from '../../components/phone/stack.module.css'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
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
  const { mutateAsync, isSuccess, reset: startAgain } = useSendFeedback()
  const { form, formProps, reset } = useServerForm({
    schema: feedbackBody,
    initial: { level: '', message: '' },
    explain: explainByToast,
    send: async (body) => {
      await mutateAsync(body)
      reset()
    },
  })
  const { level } = form.errors
  return (
    <Panel title="¿Cómo te ha ido con la app?">
      {isSuccess ? (
        <Thanks onAgain={startAgain} />
      ) : (
        <form className={stack.stack} {...formProps} aria-label="Tu opinión">
          <fieldset className={classes.faces}>
            <legend className={classes.legend}>Elige una</legend>
            {levels.map((option) => (
              <label key={option.level} className={classes.face} data-level={option.level}>
                <input
                  type="radio"
                  name="level"
                  {...form.getInputProps('level', { type: 'radio', value: option.level, withError: false })}
                />
                <Face level={option.level} />
                {option.label}
              </label>
            ))}
          </fieldset>
          {level !== undefined && (
            <p role="alert" className={classes.problem}>
              {level}
            </p>
          )}
          <Textarea
            size="lg"
            label="Cuéntanos más (opcional)"
            rows={3}
            maxLength={TEXT_LIMITS.feedback}
            {...form.getInputProps('message')}
          />
          <Button type="submit" size="lg" variant="light" fullWidth loading={form.submitting}>
            Enviar
          </Button>
        </form>
      )}
    </Panel>
  )
}
