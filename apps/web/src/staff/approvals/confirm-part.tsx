import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import classes from './approval-dialog.module.css'

interface ConfirmPartProps {
  title: string
  text: string
  confirmLabel: string
  doneText: string
  onConfirm: () => Promise<unknown>
  onBack: () => void
}

function useConfirm({ onConfirm, doneText }: Pick<ConfirmPartProps, 'onConfirm' | 'doneText'>) {
  // A success is final: the refreshed approval replaces this part a moment later, and a second tap must not call again.
  const isCalled = useRef(false)
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready')
  const [refusal, setRefusal] = useState<string | null>(null)
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
      setRefusal(errorText(error))
    }
  }
  return { state, refusal, confirm }
}

/** Scrolls a tall dialog on a phone so that the question is visible above its buttons. */
const showAll = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'end' })

/** Asks for a confirmation within the dialog; an error stays visible, and the call can be repeated. */
export function ConfirmPart({ title, text, confirmLabel, onBack, ...rest }: ConfirmPartProps) {
  const { state, refusal, confirm } = useConfirm(rest)
  return (
    <section ref={showAll} className={classes.section} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>{text}</p>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack} disabled={state === 'busy'}>
          Volver
        </Button>
        <Button
          onClick={() => void confirm()}
          loading={state === 'busy'}
          disabled={state === 'done'}
          autoFocus
        >
          {confirmLabel}
        </Button>
      </div>
    </section>
  )
}
