import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { ApiError, errorText } from '../../lib/api-error.ts'
import classes from './approval-dialog.module.css'

interface ConfirmPartProps {
  title: string
  text: string
  confirmLabel: string
  doneText: string
  onConfirm: () => Promise<unknown>
  onBack: () => void
}

interface Refusal {
  text: string
  /** The same call by the same user is refused again. */
  isFinal: boolean
}

/** A missing second factor is also a 403, but the user may confirm it at the next try. */
const refusalOf = (error: unknown): Refusal => ({
  text: errorText(error),
  isFinal: error instanceof ApiError && error.status === 403 && error.code !== 'factor_required',
})

function useConfirm({ onConfirm, doneText }: Pick<ConfirmPartProps, 'onConfirm' | 'doneText'>) {
  // A success is final: the refreshed approval replaces this part a moment later, and a second tap must not call again.
  const isCalled = useRef(false)
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const confirm = async () => {
    if (isCalled.current) return
    isCalled.current = true
    setState('busy')
    setRefusal(null)
    try {
      await onConfirm()
      setState('done')
      toast.success(doneText)
    } catch (error) {
      isCalled.current = false
      setState('ready')
      // The refreshed approval may replace this part, so the toast says it too.
      toast.error(error)
      setRefusal(refusalOf(error))
    }
  }
  return { state, refusal, confirm }
}

/** Scrolls a tall dialog on a phone so that the whole section is visible above its buttons. */
function showSection(part: HTMLElement | null) {
  // In newer browsers `scrollIntoView` returns a promise, which a ref must not return.
  part?.closest('section')?.scrollIntoView({ block: 'end' })
}

/** Asks for a confirmation within the dialog; an error stays visible, and the call can be repeated. */
export function ConfirmPart({ title, text, confirmLabel, onBack, ...rest }: ConfirmPartProps) {
  const { state, refusal, confirm } = useConfirm(rest)
  return (
    <section ref={showSection} className={classes.section} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>{text}</p>
      {refusal !== null && (
        <div ref={showSection}>
          <Notice tone="problem">{refusal.text}</Notice>
        </div>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack} disabled={state === 'busy'}>
          Volver
        </Button>
        <Button
          onClick={() => void confirm()}
          loading={state === 'busy'}
          disabled={state === 'done' || refusal?.isFinal === true}
          autoFocus
        >
          {confirmLabel}
        </Button>
      </div>
    </section>
  )
}
