import './modal.css'
import { Modal as Dialog, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useBackCloses } from '../lib/back-closes.ts'
import { openState } from '../lib/open-dialog.ts'
import { useNoSecondTap } from '../lib/second-tap.ts'

/** The dialog of `LateModal`; opens one render late, so that the first opening is animated too. */
export function Modal(props: ModalProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(props.opened), [props.opened])
  useNoSecondTap(props.opened)
  useBackCloses(props.opened, props.onClose)
  return <Dialog attributes={{ content: openState(props.opened) }} {...props} opened={isShown} />
}
