import { ActionIcon, Anchor, Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

function ButtonAnchor(props: ComponentProps<typeof Button<'a'>>) {
  return <Button component="a" {...props} />
}

function IconAnchor(props: ComponentProps<typeof ActionIcon<'a'>>) {
  return <ActionIcon component="a" {...props} />
}

/** Mantine's looks on the router's typed links: each is an `<a>`, to be opened in a new tab or copied. */
export const AnchorLink = createLink(Anchor<'a'>)
export const ButtonLink = createLink(ButtonAnchor)
export const IconLink = createLink(IconAnchor)
