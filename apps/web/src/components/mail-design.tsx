import { Button } from '@mantine/core'
import { useState } from 'react'
import { basePath } from '../lib/base-path.ts'
import classes from './mail-design.module.css'

interface MailDesignProps {
  /** The mail's subject. */
  title: string
  /** Path below the API of the mail as HTML. */
  path: string
}

/** Button that shows a mail as a mail program does, in a frame of its own in which nothing runs. */
export function MailDesign({ title, path }: MailDesignProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.design}>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Ocultar diseño' : 'Ver diseño'}
      </Button>
      {isOpen && (
        <iframe
          className={classes.frame}
          title={`Diseño de «${title}»`}
          src={`${basePath}/api${path}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
        />
      )}
    </div>
  )
}
