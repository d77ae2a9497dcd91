// Names of PEAR packages in purls: the channel is the namespace. https://pear.php.net/manual/en/guide.users.concepts.channel.php

/** `pear.php.net/Archive_Tar` */
export function pearName(channel: string, name: string): string {
  return `${channel.trim().toLowerCase()}/${name.trim()}`;
}
