import './modal.css'
import { Modal as Dialog, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** The dialog itself; it fades in the first time as well. */
export function Modal(props: ModalProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(props.opened), [props.opened])
  return <Dialog {...props} opened={isShown} />
}
