// Package lockkeeper takes locks in MongoDB from the host agent of its machine (lockkeeper serve). Linux and macOS, no dependencies.
//
//	locks := &lockkeeper.Client{Service: "billing"}
//	lease, err := locks.Acquire(ctx, "send_sms") // waits its turn, renews itself
//	if err != nil {
//		return err
//	}
//	defer lease.Release()
//	send(lease.Context(), batch, lease.Token())
//
// Everything here may be used by any number of goroutines.
//
// What the process believes: a lease is held until its deadline, which is the clock before the line was written that the host agent had
// read last, plus what its answer says is left. Nothing else moves it, and a deadline that has passed is not revived.
package lockkeeper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"
)

// DefaultSocket is where the host agent is looked for if neither Client.Socket nor LOCKKEEPER_HOST_SOCKET names another place.
const DefaultSocket = "/run/lockkeeper/lockkeeper.sock"

// ErrReleased is what Lease.Err says of a lease that was released.
var ErrReleased = errors.New("the lease was released")

// Error is a request that failed. Nothing of it stays behind. Code is the host agent's; "connection" is the client's own.
type Error struct{ Code, Text string }

func (e *Error) Error() string { return e.Text }

// NotAcquired is a wait that ended before the lock was granted. Holder is nil if it is not known.
type NotAcquired struct {
	Name    string
	Holder  *Holder
	Waiting int
}

// Holder is who has the lock: the process itself, where a host agent holds it for one.
type Holder struct {
	Service, Instance, Host, Note string
	Pid                           int
	Details                       map[string]string
}

func (e *NotAcquired) Error() string {
	if e.Holder == nil {
		return fmt.Sprintf("Lock %q was not acquired: %d waiting", e.Name, e.Waiting)
	}
	return fmt.Sprintf("Lock %q was not acquired: held by %s on %s, %d waiting", e.Name, e.Holder.Service, e.Holder.Host, e.Waiting)
}

// LeaseLost says that the lease is not held any more: stop.
type LeaseLost struct{ Name, Cause string }

func (e *LeaseLost) Error() string {
	return fmt.Sprintf("The lease of %q is lost: %s. Another process may hold the lock now", e.Name, e.Cause)
}

// Client takes locks for this process. Its fields are not changed after its first request.
type Client struct {
	Service  string // the name of the program, for operators
	Socket   string // of the host agent
	Instance string // tells processes of one service apart
	Store    string // the locks that are meant; a host agent that has others is refused

	// AnswerWithin is how long the host agent has for an answer, beyond what a request asks for; 5 s unless it is set.
	AnswerWithin time.Duration
	// AbsentWithin is how long a request without a bound is repeated while there is no host agent; 60 s unless it is set.
	AbsentWithin time.Duration
	// Missed hears of runs that Every left out; unless it is set, the log does.
	Missed func(name string, runs int, why string)

	guard   sync.Mutex // held for no longer than to look
	session *session
	opening *opening
}

// An opening is the way to a session, on which all wait that need it.
type opening struct {
	done    chan struct{}
	session *session
	err     error
}

// Option says what is asked for beside the name of a lock.
type Option func(line map[string]any)

func millis(member string, time time.Duration) Option {
	return func(line map[string]any) { line[member] = time.Milliseconds() }
}

// Wait bounds the wait. Afterwards the error is a NotAcquired, which says who has the lock; the end of the context does not.
func Wait(longest time.Duration) Option { return millis("waitMs", longest) }

// TTL is how long the lock stays taken after the machine has failed; 30 s unless it is set.
func TTL(time time.Duration) Option { return millis("ttlMs", time) }

// MaxHold is how long the lease lasts at most.
func MaxHold(longest time.Duration) Option { return millis("maxHoldMs", longest) }

// Settle is how long the lock stays taken after the end of this process, whose last writes may still arrive.
func Settle(time time.Duration) Option { return millis("settleMs", time) }

// Keep has the host agent keep the lease after its release, for the next such request of this machine.
func Keep(time time.Duration) Option { return millis("keepMs", time) }

// Cohort is how long a kept lease is handed on among this machine's processes while others wait.
func Cohort(time time.Duration) Option { return millis("cohortMs", time) }

// Note is a sentence for operators.
func Note(text string) Option { return func(line map[string]any) { line["note"] = text } }

// Details are facts for operators.
func Details(details map[string]string) Option {
	return func(line map[string]any) { line["details"] = details }
}

// Shared asks for a read-write lock, to read.
func Shared() Option { return func(line map[string]any) { line["shared"] = true } }

// Write asks for a read-write lock, to write.
func Write() Option { return func(line map[string]any) { line["write"] = true } }

// Permits asks for that many of a semaphore's permits.
func Permits(permits, capacity int) Option {
	return func(line map[string]any) { line["permits"], line["capacity"] = permits, capacity }
}

// Acquire waits its turn and returns the lease. The error is a NotAcquired, an Error, or the context's. While there is no host agent, it
// asks again until Wait or the context's deadline is over.
func (c *Client) Acquire(ctx context.Context, name string, options ...Option) (*Lease, error) {
	return c.acquire(ctx, name, options, 0)
}

func (c *Client) acquire(ctx context.Context, name string, options []Option, absent time.Duration) (*Lease, error) {
	line := map[string]any{"acquire": name}
	for _, option := range options {
		option(line)
	}
	if text, err := json.Marshal(line); err != nil || len(text) > longestRequest {
		return nil, &Error{"line", fmt.Sprintf("Name, note and details are longer than %d bytes together. No lock was requested.", longestRequest)}
	}
	ttl := 30 * time.Second
	if asked, there := line["ttlMs"].(int64); there {
		ttl = time.Duration(asked) * time.Millisecond
	}
	bound := c.boundOf(ctx, line, absent)
	within, cancel := bound.of(ctx)
	defer cancel()
	gone := (*noHost)(nil)
	for attempts := 1; ; attempts++ {
		granted, err := c.ask(within, line, name, ttl)
		switch {
		case err != nil && gone != nil && ctx.Err() != nil:
			return nil, fmt.Errorf("%w: %s", ctx.Err(), bound.tried(gone, attempts))
		case errors.As(err, &gone):
			if err := bound.pause(ctx, gone, attempts); err != nil {
				return nil, err
			}
		case err != nil:
			return nil, orLate(ctx, err)
		case granted.left() > 0:
			return leaseOf(granted), nil
		default:
			granted.session.giveBack(granted) // its grant was read too late
			if within.Err() != nil {
				return nil, orLate(ctx, &LeaseLost{name, "nothing was left of it when its grant was read"})
			}
		}
		bound.shorten(line)
	}
}

// A bound is until when a request is waited for, and until when it is repeated while there is no host agent.
type bound struct {
	began        moment
	wait, absent time.Duration // a wait of less than zero has no end
	answer       time.Duration
}

func (c *Client) boundOf(ctx context.Context, line map[string]any, absent time.Duration) bound {
	b := bound{began: now(), wait: -1, absent: absent, answer: c.answerWithin()}
	if asked, there := line["waitMs"].(int64); there && asked <= int64(idle/time.Millisecond) {
		b.wait = time.Duration(max(0, asked)) * time.Millisecond
		b.absent = max(absent, b.wait)
	} else if _, ends := ctx.Deadline(); ends {
		b.absent = idle
	} else {
		b.absent = orElse(c.AbsentWithin, time.Minute)
	}
	return b
}

func orElse(set, otherwise time.Duration) time.Duration {
	if set > 0 {
		return set
	}
	return otherwise
}

func (c *Client) answerWithin() time.Duration { return orElse(c.AnswerWithin, 5*time.Second) }

func (b bound) of(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.wait < 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, max(b.wait, b.absent)+b.answer)
}

// shorten has the line ask for what is left of its wait.
func (b bound) shorten(line map[string]any) {
	if b.wait >= 0 {
		line["waitMs"] = max(0, b.wait-since(b.began)).Milliseconds()
	}
}

// pause lasts a time that is drawn, so that the processes of a machine do not come together; an error at the bound.
func (b bound) pause(ctx context.Context, gone *noHost, attempts int) error {
	passed := since(b.began)
	left := b.absent - passed
	if gone.full {
		left += b.answer
	}
	if ctx.Err() == nil && left <= 0 {
		return &Error{gone.code, b.tried(gone, attempts)}
	}
	drawn := rand.N(500 * time.Millisecond)
	select {
	case <-ctx.Done():
		return fmt.Errorf("%w: %s", ctx.Err(), b.tried(gone, attempts))
	case <-time.After(min(left, 500*time.Millisecond+drawn, time.Duration(attempts)*(50*time.Millisecond+drawn/10))):
		return nil
	}
}

func (b bound) tried(gone *noHost, attempts int) string {
	return fmt.Sprintf("%s (attempts: %d, in %.1f s)", gone.text, attempts, since(b.began).Seconds())
}

// orLate is the error of a request that ended before the caller's context, and may have met its own bound.
func orLate(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return connectionError("The host agent did not answer in time. Nothing of the request stays behind.")
	default:
		return err
	}
}

func (c *Client) ask(ctx context.Context, line map[string]any, name string, ttl time.Duration) (*held, error) {
	for attempt := 1; ; attempt++ {
		session, err := c.open(ctx)
		if err != nil {
			return nil, err
		}
		answer, sent, err := session.ask(ctx, line, name, ttl)
		if err == nil {
			return answer.held, nil
		}
		if sent || attempt > 1 { // else the connection had ended unseen
			return nil, err
		}
	}
}

// TryAcquire returns nil and no error if the lock is in use, or waited for.
func (c *Client) TryAcquire(ctx context.Context, name string, options ...Option) (*Lease, error) {
	lease, err := c.Acquire(ctx, name, append(slices.Clip(options), Wait(0))...)
	if refused := (*NotAcquired)(nil); errors.As(err, &refused) {
		return nil, nil
	}
	return lease, err
}

// WithLock does the work while it holds the lock. The work's context ends when the lease is lost; then the error is a LeaseLost, even if
// the work returned none.
func (c *Client) WithLock(ctx context.Context, name string, work func(context.Context, *Lease) error, options ...Option) error {
	lease, err := c.Acquire(ctx, name, options...)
	if err != nil {
		return err
	}
	return lease.during(ctx, work)
}

func (l *Lease) during(ctx context.Context, work func(context.Context, *Lease) error) error {
	defer l.Release()
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(l.Context(), func() { cancel(l.Err()) })()
	err := work(within, l)
	return errors.Join(l.end(), err)
}

// end releases the lease, and says if it was lost before, or may have been.
func (l *Lease) end() error {
	if before := l.Err(); errors.Is(before, ErrReleased) {
		return nil // by the work
	}
	wasHeld := l.Release()
	if lost := l.Err(); !errors.Is(lost, ErrReleased) {
		return lost
	} else if !wasHeld {
		return &LeaseLost{l.Name(), "its release was not acknowledged"}
	}
	return nil
}

// Close releases everything. What was not released by then is lost for its holder. The next request opens a new session.
func (c *Client) Close() {
	c.guard.Lock()
	open := c.session
	c.session, c.opening = nil, nil
	c.guard.Unlock()
	if open != nil {
		open.close()
	}
}

func (c *Client) open(ctx context.Context) (*session, error) {
	c.guard.Lock()
	if c.session != nil && !c.session.over.Load() {
		defer c.guard.Unlock()
		return c.session, nil
	}
	if c.opening == nil {
		c.opening = &opening{done: make(chan struct{})}
		go c.connect(c.opening)
	}
	begun := c.opening
	c.guard.Unlock()
	select {
	case <-begun.done:
		return begun.session, begun.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// connect is bounded by itself, and not by the first of those that wait for it.
func (c *Client) connect(begun *opening) {
	within, cancel := context.WithTimeout(context.Background(), c.answerWithin())
	defer cancel()
	begun.session, begun.err = connect(within, c.socket(), hello(c), c.answerWithin())
	c.guard.Lock()
	wanted := c.opening == begun
	if wanted {
		c.session, c.opening = begun.session, nil
	}
	c.guard.Unlock()
	if !wanted && begun.session != nil { // closed meanwhile
		begun.session.close()
	}
	close(begun.done)
}

func (c *Client) socket() string {
	for _, named := range []string{c.Socket, os.Getenv("LOCKKEEPER_HOST_SOCKET")} {
		if named != "" {
			return named
		}
	}
	return DefaultSocket
}

// Lease is one grant of a lock, held until it is released or lost. One that becomes unreachable is released, with a line in the log.
type Lease struct {
	held    *held
	cleanup runtime.Cleanup
}

func leaseOf(held *held) *Lease {
	lease := &Lease{held: held}
	lease.cleanup = runtime.AddCleanup(lease, forget, held)
	return lease
}

func forget(held *held) {
	if held.err() != ErrReleased {
		slog.Warn("A lease became unreachable and is released: call Release", "lock", held.name)
		held.session.release(held)
	}
}

// Name of the lock.
func (l *Lease) Name() string { return l.held.name }

// Token is the fencing token: greater than that of every earlier lease of the lock.
func (l *Lease) Token() int64 { return l.held.token }

// IsHeld compares the clock each time, and asks nobody.
func (l *Lease) IsHeld() bool { return l.Remaining() > 0 }

// Remaining is the time until it is lost unless it is renewed.
func (l *Lease) Remaining() time.Duration { return l.held.left() }

// Err is nil while it is held, a LeaseLost once it is lost, and ErrReleased after its release.
func (l *Lease) Err() error { return l.held.err() }

// Context ends when the lease is lost or released. It keeps no lease alive.
func (l *Lease) Context() context.Context { return l.held.context }

// Done is closed when the lease is lost or released.
func (l *Lease) Done() <-chan struct{} { return l.held.context.Done() }

// Release frees the lock. Whether it was held to its end, acknowledged; false also where that is not known.
func (l *Lease) Release() bool {
	l.cleanup.Stop()
	return l.held.session.release(l.held)
}
