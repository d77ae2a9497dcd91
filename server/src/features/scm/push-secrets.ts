// Binds a sealed secret to its push webhook.
export const pushSecretPlace = (hookId: number) => `push-hook ${hookId} secret`;
