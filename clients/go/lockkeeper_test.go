package lockkeeper_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	lockkeeper "lockkeeper.io/lockkeeper.git/clients/go"
)

// ofHost is a client of the host agent that LOCKKEEPER_HOST_SOCKET names.
func ofHost(t *testing.T) *lockkeeper.Client {
	if os.Getenv("LOCKKEEPER_HOST_SOCKET") == "" {
		t.Skip("LOCKKEEPER_HOST_SOCKET names no host agent: this was not tried.")
	}
	client := &lockkeeper.Client{Service: t.Name()}
	t.Cleanup(client.Close)
	return client
}

func TestOneOfManyGoroutinesIsInside(t *testing.T) {
	client, inside, all := ofHost(t), 0, sync.WaitGroup{} // inside is what -race watches
	for range 16 {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := client.WithLock(t.Context(), t.Name(), func(context.Context, *lockkeeper.Lease) error {
				inside++
				return nil
			}); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	if inside != 16 {
		t.Error("inside:", inside)
	}
}

func TestDoneEndsWithTheLease(t *testing.T) {
	lease, err := ofHost(t).Acquire(t.Context(), t.Name())
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-lease.Done():
		t.Error("it is done while it is held")
	default:
	}
	lease.Release()
	<-lease.Done()
	if cause := context.Cause(lease.Context()); !errors.Is(cause, lockkeeper.ErrReleased) {
		t.Error(cause)
	}
}

func TestABlockWhoseLeaseWasLostSaysSoBesideItsOwnError(t *testing.T) {
	client, own := ofHost(t), errors.New("its own")
	err := client.WithLock(t.Context(), t.Name(), func(ctx context.Context, _ *lockkeeper.Lease) error {
		client.Close()
		<-ctx.Done()
		return own
	})
	if lost := (*lockkeeper.LeaseLost)(nil); !errors.As(err, &lost) || !errors.Is(err, own) {
		t.Error(err)
	}
}

func TestEveryRunsAtFullSecondsAndSaysWhatItMissed(t *testing.T) {
	client, runs := ofHost(t), 0
	ctx, cancel := context.WithCancel(t.Context())
	client.Missed = func(_ string, missed int, why string) {
		if missed >= 2 && strings.Contains(why, "too long") {
			cancel()
		}
	}
	err := client.Every(ctx, time.Second, t.Name(), func(ctx context.Context, _ *lockkeeper.Lease) error {
		runs++
		next := time.Now().Truncate(time.Second).Add(2100 * time.Millisecond)
		<-time.After(time.Until(next))
		return nil
	})
	if !errors.Is(err, context.Canceled) || runs == 0 {
		t.Error(err, runs)
	}
}

func TestARequestIsRepeatedInsideItsBound(t *testing.T) {
	none := &lockkeeper.Client{Service: "none", Socket: filepath.Join(t.TempDir(), "s")}
	_, err := none.Acquire(t.Context(), "a", lockkeeper.Wait(300*time.Millisecond))
	if failed := (*lockkeeper.Error)(nil); !errors.As(err, &failed) || strings.Contains(failed.Text, "attempts: 1,") {
		t.Error(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err = none.Acquire(short, "a"); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "attempts: ") {
		t.Error(err)
	}
	if _, err = none.TryAcquire(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), "attempts: 1,") {
		t.Error(err)
	}
}

// What listens there and says nothing is none, either.
func TestAnAnswerIsAwaitedAsLongAsTheClientSays(t *testing.T) {
	silent := &lockkeeper.Client{Service: "silent", Socket: filepath.Join(t.TempDir(), "s"), AnswerWithin: 100 * time.Millisecond}
	listener, err := net.Listen("unix", silent.Socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if _, err = silent.TryAcquire(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), "in time") {
		t.Error(err)
	}
}
